import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitFrames } from './mqtt-proxy.ts';

/** A PUBLISH-like packet with a body of some length. */
function frame(length: number): Buffer {
  const head = [0x30];
  for (let left = length; ; left = Math.floor(left / 128)) {
    const more = left >= 128;
    head.push((left % 128) | (more ? 0x80 : 0));
    if (!more) break;
  }
  return Buffer.concat([Buffer.from(head), Buffer.alloc(length, length % 251)]);
}

it('a stream in chunks of any size is split into the same packets', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(20_000), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 9_000 })),
      (sizes, cuts) => {
        const frames = sizes.map(frame);
        const taken: Buffer[] = [];
        const feed = splitFrames((each) => taken.push(Buffer.from(each)));
        let rest = Buffer.concat(frames);
        for (const cut of cuts) {
          feed(rest.subarray(0, cut));
          rest = rest.subarray(cut);
        }
        feed(rest);
        expect(taken).toEqual(frames);
      },
    ),
  );
});
