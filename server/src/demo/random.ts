/** Deterministic random values: a seed always gives the same sequence. */
export interface Random {
  /** From 0 to 1, exclusive. */
  number(): number;
  /** A whole number from `min` to `max`. */
  between(min: number, max: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** One of the items, with a probability according to its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
}

/** FNV-1a for the seed, mulberry32 for the values. */
export function randomOf(name: string): Random {
  let state = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    state = Math.imul(state ^ name.charCodeAt(index), 0x01000193);
  }
  const number = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(number() * (max - min + 1));
  return {
    number,
    between,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    weighted<T>(items: readonly (readonly [T, number])[]): T {
      const total = items.reduce((sum, [, weight]) => sum + weight, 0);
      let left = number() * total;
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      throw new Error('nothing to choose from');
    },
  };
}
