import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gzipAfter } from './gzip-after.ts';

it('decompresses to the beginning and the rest, whatever they contain', async () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 3_000 });
  await fc.assert(
    fc.asyncProperty(texts, texts, fc.nat(40), async (beginning, rest, times) => {
      const [known, text] = [beginning.repeat(times), `${rest}${beginning}`];
      const { head, tail } = gzipAfter(known);
      expect(gunzipSync(Buffer.concat([head, await tail(text)])).toString()).toBe(Buffer.from(known + text).toString());
    }),
    { numRuns: 100 },
  );
});

it('compresses many concurrently, each independently', async () => {
  const { head, tail } = gzipAfter('<!doctype html>');
  const texts = Array.from({ length: 50 }, (_, index) => `chair ${index} is free. `.repeat(index * 200));
  const tails = await Promise.all(texts.map(tail));
  const unpacked = tails.map((each) => gunzipSync(Buffer.concat([head, each])).toString());
  expect(unpacked).toEqual(texts.map((text) => `<!doctype html>${text}`));
});

it('compresses incompressible text in many pieces', async () => {
  const { head, tail } = gzipAfter('');
  const text = randomBytes(500_000).toString('base64');
  expect(gunzipSync(Buffer.concat([head, await tail(text)])).toString()).toBe(text);
});
