/** A connection, for choosing which to cut. */
export interface Cuttable {
  /** The `lineOf` its client. */
  address: string;
  /**
   * Cut in this order: a request that is not complete or an answer that is not read, then a connection without a
   * request, then one that its client may keep busy for long (an event stream, an accepted upload). Work is never cut.
   */
  holds: 'unfinished' | 'nothing' | 'stream' | 'work';
  /** When it began to wait for its client. */
  since: number;
  /** How much of the scarce resource it holds: 1 connection, or its bytes. */
  weight: number;
}

const order = ['unfinished', 'nothing', 'stream'] as const;

/**
 * The connections to cut so that `excess` is freed: the oldest of the address that holds most. At most half of its
 * connections, because new ones may come from the same address, as in a mall or behind a proxy, and must be served.
 */
export function chooseCuts<C extends Cuttable>(connections: Iterable<C>, excess: number): C[] {
  const candidates = [...connections].filter(({ weight }) => weight > 0);
  for (const kind of order) {
    const cuts = oldestOfHeaviest(
      candidates.filter(({ holds }) => holds === kind),
      excess,
    );
    if (cuts.length > 0) return cuts;
  }
  return [];
}

function oldestOfHeaviest<C extends Cuttable>(candidates: C[], excess: number): C[] {
  const weights = new Map<string, number>();
  for (const { address, weight } of candidates) weights.set(address, (weights.get(address) ?? 0) + weight);
  const most = Math.max(...weights.values());
  const own = candidates
    .filter(({ address }) => weights.get(address) === most)
    .sort((one, other) => one.since - other.since);
  const ofOldest = own.filter(({ address }) => address === own[0]?.address);
  const cuts: C[] = [];
  let freed = 0;
  for (const each of ofOldest.slice(0, Math.ceil(ofOldest.length / 2))) {
    if (freed >= excess) break;
    cuts.push(each);
    freed += each.weight;
  }
  return cuts;
}
