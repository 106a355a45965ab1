import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeJpegMeter, pixelsOf } from './pixels.rules.ts';

const hex = (text: string) => Buffer.concat([Buffer.from(text.replaceAll(' ', ''), 'hex'), Buffer.alloc(30)]);

const box = (name: string, ...content: Buffer[]) => {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(name), ...content]);
  bytes.writeUInt32BE(bytes.length);
  return bytes;
};
const words = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])));
const heic = (...sizes: [number, number][]) => {
  const properties = sizes.map(([width, height]) => box('ispe', words(0, width, height)));
  const meta = box('meta', words(0), box('iprp', box('ipco', ...properties, box('clap', Buffer.alloc(32)))));
  return Buffer.concat([box('ftyp', Buffer.from('heic'), words(0)), meta]);
};

describe('the size of a JPEG', () => {
  it('is found after any amount of other data, however the file is split', () => {
    const segments = fc.array(
      fc.nat(70_000).map((length) => Math.min(length, 65_533)),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(segments, fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 20 }), (lengths, cuts) => {
        const before = lengths.map((length) => {
          const segment = Buffer.alloc(4 + length, 0xff);
          segment.writeUInt16BE(0xffe1);
          segment.writeUInt16BE(2 + length, 2);
          return segment;
        });
        const frame = Buffer.from('ffc2001108010002000300000000', 'hex');
        let left = Buffer.concat([Buffer.from('ffd8', 'hex'), ...before, frame]);
        const meter = makeJpegMeter();
        const found = [];
        for (const cut of cuts) {
          found.push(meter(left.subarray(0, cut)));
          left = left.subarray(cut);
        }
        found.push(meter(left));
        expect(found.filter((pixels) => pixels !== undefined)).toEqual([256 * 512]);
      }),
    );
  });
});

describe('the number of pixels of a picture', () => {
  it.each([
    ['a PNG of 640 × 480', hex('89504e470d0a1a0a 0000000d49484452 00000280 000001e0'), 307_200],
    ['a PNG of two gigapixels', hex('89504e470d0a1a0a 0000000d49484452 0000b504 0000b504'), 46_340 ** 2],
    ['a GIF of 16 × 9', hex('474946383961 1000 0900'), 144],
    ['a lossy WebP of 550 × 368', hex('524946460000000057454250 56503820 00000000 300000 9d012a 2602 7001'), 202_400],
    ['a lossless WebP of 16384 × 1', hex('524946460000000057454250 5650384c 00000000 2f ff3f0000'), 16_384],
    ['an extended WebP', hex('524946460000000057454250 56503858 0a000000 00000000 0f0000 070000'), 128],
    ['a JPEG behind another segment', hex('ffd8 ffe0 0004 0000 ffc2 0011 08 0010 0020 03'), 512],
    ['a JPEG whose size comes later', hex('ffd8 ffe1 ffff 0000'), undefined],
    [
      'a WebP whose reserved bits are set',
      hex('524946460000000057454250 56503858 0a000000 c0000000 0f0000 070000'),
      128,
    ],
    ['a JPEG of a rare coding', hex('ffd8 ffe0 0004 0000 ffc9 0011 08 0010 0020 03'), 512],
    ['a HEIC by its largest part', heic([512, 512], [4032, 3024], [320, 240]), 4032 * 3024],
    ['a HEIC that is cut off behind its size', heic([4032, 3024]).subarray(0, 80), 4032 * 3024],
    ['a HEIC without a size', heic(), undefined],
    ['a film', hex('00000018 66747970 69736f6d'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('of %s', (_what, head, pixels) => {
    expect(pixelsOf(head)).toBe(pixels);
  });

  it('is a number or unknown, whatever the bytes', () => {
    const starts = [
      '89504e47',
      '000000186674797068656963',
      '0000001866747970686569630000000069737065',
      '474946383961',
      '524946460000000057454250',
      'ffd8ffe0',
      '',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const pixels = pixelsOf(Buffer.concat([Buffer.from(start, 'hex'), rest]));
        expect(pixels === undefined || pixels >= 0).toBe(true);
      }),
    );
  });
});
