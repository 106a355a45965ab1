import { randomOf } from '../../server/src/demo/random.ts';

/** The items in an order that the seed decides. */
export function shuffled<T>(items: readonly T[], seed: string): T[] {
  const random = randomOf(seed);
  return items
    .map((item) => ({ item, key: random.number() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
