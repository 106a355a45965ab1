import { limits } from '@recline/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as rules from './upload.rules.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

it.each<[string, { name: string; type: string; size: number }, rules.Refusal | undefined]>([
  ['a picture', file('a.jpg', 'image/jpeg'), undefined],
  ['a picture that is still large', file('a.jpg', 'image/jpeg', 30_000_000), undefined],
  ['a video of just the limit', file('a.mp4', 'video/mp4', limits.videoBytes), undefined],
  ['a video over the limit', file('a.mov', 'video/quicktime', limits.videoBytes + 1), 'videoSize'],
  ['a video without a type over the limit', file('a.MOV', '', limits.videoBytes + 1), 'videoSize'],
  ['a picture without a type', file('a.HEIC', ''), undefined],
  ['a document', file('a.pdf', 'application/pdf'), 'type'],
  ['a page', file('a.html', 'text/html'), 'type'],
  ['a drawing', file('a.svg', 'image/svg+xml'), 'type'],
  ['an empty file', file('a.jpg', 'image/jpeg', 0), 'empty'],
])('%s is checked before the upload', (_what, given, refusal) => {
  expect(rules.refusalOf(given)).toBe(refusal);
});

describe('the name of an upload', () => {
  const now = new Date(1_763_179_200_000);

  it.each([
    ['photo.jpg', 'photo1763179200000.jpg'],
    ['照片 1.heic', '照片 11763179200000.heic'],
    ['no-extension', 'no-extension1763179200000'],
    ['.hidden', '.hidden1763179200000'],
    ['a.b.c.png', 'a.b.c1763179200000.png'],
    ['50% off?#/..\\x.png', '50_ off___.._x1763179200000.png'],
  ])('of %j is %j', (name, wanted) => {
    expect(rules.uploadName(name, now)).toBe(wanted);
  });

  it('contains no path separators and no special URL characters', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'ab./\\#?%:\0\n照 😀')), (signs) => {
        const made = rules.uploadName(signs.join(''), now);
        expect(made).not.toMatch(/[\\/#?%\p{Cc}]/u);
        expect(made.length).toBeLessThan(120);
        expect(made).toContain('1763179200000');
      }),
    );
  });
});

it.each([
  [4000, 3000, { width: 2000, height: 1500 }],
  [3000, 4000, { width: 1500, height: 2000 }],
  [800, 600, { width: 800, height: 600 }],
  [20_000, 1, { width: 2000, height: 1 }],
])('a picture of %d × %d is scaled to fit into 2000', (width, height, wanted) => {
  expect(rules.fitInto(width, height, 2000)).toEqual(wanted);
});

it('takes files up to the limit and counts those left out', () => {
  const many = Array.from({ length: 10 }, (_, index) => index);
  expect(rules.takeUpToLimit(many, 50)).toEqual({ taken: [0, 1], left: 8 });
  expect(rules.takeUpToLimit(many, 0)).toEqual({ taken: many, left: 0 });
  expect(rules.takeUpToLimit(many, 60)).toEqual({ taken: [], left: 10 });
});

it('finds metadata anywhere in a picture', () => {
  const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  expect(rules.hasMetadata(bytes('\xff\xd8\xff\xe1\0\x10Exif\0\0MM'))).toBe(true);
  expect(rules.hasMetadata(bytes('RIFF....WEBPVP8X....EXIF'))).toBe(true);
  expect(rules.hasMetadata(bytes('\xff\xd8\xff\xe0\0\x10JFIF'))).toBe(false);
});
