import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/**
 * V8 would collect all garbage 100 s after the last time, also under load, and shrink the space for new objects to give
 * memory back: two full collections within two seconds, in which starts wait. It still collects when the heap has grown.
 */
export const keepMemory = (): void => setFlagsFromString('--memory-reducer-gc-count=0');

const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Frees the buffers of a stream that were processed. V8 counts only the small wrapper objects and lets 50 MB and more
 * pile up; a minor collection takes about a millisecond.
 */
export const freeBuffers = (): void => collect({ type: 'minor' });
