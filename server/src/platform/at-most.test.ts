import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atMost } from './at-most.ts';

it('never runs more at once, runs everything in the order of arrival, and passes results and errors on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      async (count, fates) => {
        const run = atMost(count);
        const begun: number[] = [];
        let [now, most] = [0, 0];
        const work = async (index: number, succeeds: boolean) => {
          begun.push(index);
          now += 1;
          most = Math.max(most, now);
          await new Promise((resolve) => setImmediate(resolve));
          now -= 1;
          if (!succeeds) throw new Error(String(index));
          return index;
        };
        const ended = await Promise.allSettled(fates.map((succeeds, index) => run(() => work(index, succeeds))));
        expect(most).toBe(Math.min(count, fates.length));
        expect(begun).toEqual(fates.map((_, index) => index));
        expect(ended.map(({ status }) => status === 'fulfilled')).toEqual(fates);
      },
    ),
  );
});
