import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cuttable, chooseCuts } from './connections.rules.ts';

const connection = (address: string, holds: Cuttable['holds'], since: number, weight = 1) => ({
  address,
  holds,
  since,
  weight,
});

describe('the connections to cut', () => {
  it.each([
    ['nothing of none', [], []],
    [
      'the oldest of the address with most',
      [
        ['a', 'unfinished', 1],
        ['b', 'unfinished', 3],
        ['b', 'unfinished', 2],
      ],
      [2],
    ],
    [
      'an unfinished request before a connection without one',
      [
        ['a', 'nothing', 1],
        ['b', 'unfinished', 2],
      ],
      [2],
    ],
    [
      'a connection without a request before a stream',
      [
        ['a', 'stream', 1],
        ['a', 'nothing', 2],
      ],
      [2],
    ],
    [
      'a stream rather than nothing',
      [
        ['a', 'stream', 1],
        ['b', 'work', 0],
      ],
      [1],
    ],
    [
      'never work',
      [
        ['a', 'work', 1],
        ['a', 'work', 2],
      ],
      [],
    ],
  ] as const)('are %s', (_case, given, expected) => {
    const connections = given.map(([address, holds, since]) => connection(address, holds, since));
    expect(chooseCuts(connections, 1).map(({ since }) => since)).toEqual(expected);
  });

  it('are enough to free the excess, by weight', () => {
    const connections = [1, 2, 3, 4, 5, 6].map((since) => connection('a', 'unfinished', since, 10));
    expect(chooseCuts(connections, 15).map(({ since }) => since)).toEqual([1, 2]);
  });

  it('never include work, connections without weight, or the newer half of an address', () => {
    const any = fc.record({
      address: fc.constantFrom('a', 'b', 'c'),
      holds: fc.constantFrom('unfinished', 'nothing', 'stream', 'work'),
      since: fc.nat(1000),
      weight: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.array(any), fc.nat(50), (connections: Cuttable[], excess) => {
        const cuts = chooseCuts(connections, excess);
        for (const cut of cuts) {
          const own = connections.filter(
            ({ address, holds, weight }) => address === cut.address && holds === cut.holds && weight > 0,
          );
          expect(cut.holds).not.toBe('work');
          expect(cut.weight).toBeGreaterThan(0);
          expect(cuts.length).toBeLessThanOrEqual(Math.ceil(own.length / 2));
          expect(own.filter(({ since }) => since > cut.since).length).toBeGreaterThanOrEqual(
            own.length - Math.ceil(own.length / 2) - own.filter(({ since }) => since === cut.since).length,
          );
        }
      }),
    );
  });
});
