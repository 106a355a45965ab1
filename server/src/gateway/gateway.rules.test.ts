import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { mayPublish, maySubscribe } from './broker/access.ts';
import { frameLimit, rateLimit } from './broker/frames.ts';
import { makeKeyedQueue } from './keyed-queue.ts';

describe('the permissions of a chair', () => {
  it.each([
    ['chair/v1/A1/state', true, false],
    ['chair/v1/A1/hb', true, false],
    ['chair/v1/A1/ack', true, false],
    ['chair/v1/A1/evt', true, false],
    ['chair/v1/A1/cmd', false, true],
    ['chair/v1/A1/evt-ack', false, true],
    ['chair/v1/A2/state', false, false],
    ['chair/v1/A2/cmd', false, false],
    ['chair/v1/+/cmd', false, false],
    ['chair/v1/A1/#', false, false],
    ['chair/v2/A1/state', false, false],
    ['chair/v1/A1/state/more', false, false],
    ['$SYS/heartbeat', false, false],
    ['#', false, false],
  ])('on %s: may publish %s, may subscribe %s', (topic, publish, subscribe) => {
    expect([mayPublish('A1', topic), maySubscribe('A1', topic)]).toEqual([publish, subscribe]);
  });
});

/** A frame as MQTT writes it: a type, the length of the rest in 7-bit groups, the rest. */
function frame(bytes: number): Buffer {
  const header = [0x30];
  let left = bytes;
  do {
    header.push((left % 128) | (left >= 128 ? 0x80 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.concat([Buffer.from(header), Buffer.alloc(bytes, 0xff)]);
}

describe('the limit of frames', () => {
  it('passes frames within it, however they are split, and none above it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 50 }),
        (sizes, cut) => {
          const fits = frameLimit(500);
          const stream = Buffer.concat(sizes.map(frame));
          const parts = Array.from({ length: Math.ceil(stream.length / cut) }, (_, index) =>
            stream.subarray(index * cut, (index + 1) * cut),
          );
          expect(parts.every((part) => fits(part))).toBe(sizes.every((size) => size <= 500));
        },
      ),
    );
  });
});

describe('the rate limit of a connection', () => {
  it('allows a burst and then no more than its rate, whatever the pauses', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400), { maxLength: 200 }), (pauses) => {
        let now = 0;
        const admit = rateLimit(10, 20, () => now);
        let passed = 0;
        for (const pause of pauses) {
          now += pause;
          if (admit()) passed += 1;
        }
        expect(passed).toBeLessThanOrEqual(20 + now / 100);
        expect(passed).toBeGreaterThanOrEqual(Math.min(pauses.length, 20));
      }),
    );
  });

  it('ends a stream with too many frames', () => {
    let left = 3;
    const fits = frameLimit(500, () => left-- > 0);
    expect([1, 2, 3, 4].map((size) => fits(frame(size)))).toEqual([true, true, true, false]);
  });
});

describe('a keyed queue', () => {
  it('keeps the order within a key and never runs more at once than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 }), async (keys) => {
        const queue = makeKeyedQueue(2);
        const done: Record<string, number[]> = {};
        let [atOnce, most] = [0, 0];
        keys.forEach((key, index) => {
          queue.add(key, async () => {
            atOnce += 1;
            most = Math.max(most, atOnce);
            await new Promise(setImmediate);
            done[key] = [...(done[key] ?? []), index];
            atOnce -= 1;
          });
        });
        await queue.drained();
        expect(most).toBeLessThanOrEqual(2);
        for (const key of new Set(keys)) {
          expect(done[key]).toEqual(keys.flatMap((each, index) => (each === key ? [index] : [])));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is drained when all earlier work is done, whatever is added later', async () => {
    const queue = makeKeyedQueue(2);
    let release = () => {};
    queue.add('a', async () => {});
    const drained = queue.drained();
    queue.add('b', () => new Promise((resolve) => (release = resolve)));
    await drained;
    let isDrained = false;
    const all = queue.drained().then(() => {
      isDrained = true;
    });
    await new Promise(setImmediate);
    expect(isDrained).toBe(false);
    release();
    await all;
  });

  it('counts work that waits for a free slot as lag, but not work that waits for its own key', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const queue = makeKeyedQueue(1);
    const nap = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));
    for (let turn = 0; turn < 20; turn += 1) queue.add('flooding', nap(10));
    await vi.advanceTimersByTimeAsync(105);
    expect(queue.lagMs()).toBeLessThanOrEqual(10);
    queue.add('slow', nap(300));
    await vi.advanceTimersByTimeAsync(200);
    expect(queue.lagMs()).toBeGreaterThan(100);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(queue.lagMs()).toBe(0);
  });
});
