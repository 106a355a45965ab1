import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pixelsOf } from './pixels.rules.ts';

const hex = (text: string) => Buffer.concat([Buffer.from(text.replaceAll(' ', ''), 'hex'), Buffer.alloc(30)]);

describe('the pixels that a picture unpacks to', () => {
  it.each([
    ['a PNG of 640 × 480', hex('89504e470d0a1a0a 0000000d49484452 00000280 000001e0'), 307_200],
    ['a PNG of two gigapixels', hex('89504e470d0a1a0a 0000000d49484452 0000b504 0000b504'), 46_340 ** 2],
    ['a GIF of 16 × 9', hex('474946383961 1000 0900'), 144],
    ['a lossy WebP of 550 × 368', hex('524946460000000057454250 56503820 00000000 300000 9d012a 2602 7001'), 202_400],
    ['a lossless WebP of 16384 × 1', hex('524946460000000057454250 5650384c 00000000 2f ff3f0000'), 16_384],
    ['an extended WebP', hex('524946460000000057454250 56503858 0a000000 00000000 0f0000 070000'), 128],
    ['a JPEG behind another segment', hex('ffd8 ffe0 0004 0000 ffc2 0011 08 0010 0020 03'), 512],
    ['a JPEG whose size comes later', hex('ffd8 ffe1 ffff 0000'), undefined],
    ['a film', hex('00000018 66747970 69736f6d'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('of %s', (_what, head, pixels) => {
    expect(pixelsOf(head)).toBe(pixels);
  });

  it('are a number or unknown, whatever the bytes are', () => {
    const starts = ['89504e47', '474946383961', '524946460000000057454250', 'ffd8ffe0', ''];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const pixels = pixelsOf(Buffer.concat([Buffer.from(start, 'hex'), rest]));
        expect(pixels === undefined || pixels >= 0).toBe(true);
      }),
    );
  });
});
