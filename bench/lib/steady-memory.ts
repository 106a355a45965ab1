/** Node's options for a process that measures or is measured: no full collection of garbage only to save memory. */
export const steadyMemory = ['--no-memory-reducer'];
