import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gzipAfter } from './gzip-after.ts';

it('unpacks to the beginning and the rest, whatever they are', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 3_000 });
  fc.assert(
    fc.property(texts, texts, fc.nat(40), (beginning, rest, times) => {
      const [known, text] = [beginning.repeat(times), `${rest}${beginning}`];
      const { head, tail } = gzipAfter(known);
      expect(gunzipSync(Buffer.concat([head, tail(text)])).toString()).toBe(Buffer.from(known + text).toString());
    }),
    { numRuns: 100 },
  );
});
