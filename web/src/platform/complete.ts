/** `T` with every key required, even where its value may be undefined: an object that omits one does not compile. */
export type Complete<T> = { [K in keyof Required<T>]: T[K] };

/** The keys of a table that has to name all of them, in the order in which it is written. */
export const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] => Object.keys(table) as K[];
