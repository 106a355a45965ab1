import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandStyles, isBrandColor, nearestBrandColor } from './brand-colors.ts';
import { contrast, mixed } from './contrast.ts';
import { readEnv } from './env.ts';

const color = fc.stringMatching(/^#[0-9a-f]{6}$/);

test.each([
  ['#ffffff', '#000000', 21],
  ['#777777', '#ffffff', 4.48],
  ['#0e7a6b', '#ffffff', 5.23],
])('the contrast of %s on %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

test('the nearest legible colour can be read on white, and white on it; a legible one is unchanged', () => {
  fc.assert(
    fc.property(color, (given) => {
      const nearest = nearestBrandColor(given);
      expect(contrast(nearest, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(isBrandColor(nearest)).toBe(true);
      if (isBrandColor(given)) expect(nearest).toBe(given);
    }),
  );
});

test('the styles derived from any accepted colour are legible in both themes', () => {
  fc.assert(
    fc.property(color, (given) => {
      const styles = brandStyles(nearestBrandColor(given));
      const values = (name: string) =>
        [...styles.matchAll(new RegExp(`--${name}:(#[0-9a-f]{6})`, 'g'))].map(([, hex]) => hex ?? '');
      const [light = '', dark = ''] = values('brand');
      const [lightSoft = '', darkSoft = ''] = values('brand-soft');
      for (const ground of ['#ffffff', lightSoft]) expect(contrast(light, ground)).toBeGreaterThanOrEqual(4.5);
      for (const ground of ['#17211f', darkSoft]) expect(contrast(dark, ground)).toBeGreaterThanOrEqual(4.5);
      const [mint = '', night = '', onMint = ''] = [values('mint')[0], values('night')[0], values('on-mint')[0]];
      expect(contrast(mint, night)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onMint, mint)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(mixed(night, '#ffffff', 1), night)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('an illegible colour is refused at start, with the nearest legible one', () => {
  expect(() => readEnv({ BRAND_COLOR: '#ffb000' })).toThrow(
    new RegExp(`BRAND_COLOR: .*AA.*${nearestBrandColor('#ffb000')}`),
  );
  expect(() => readEnv({ BRAND_COLOR: 'orange' })).toThrow(/BRAND_COLOR: must be a colour/);
  expect(readEnv({ BRAND_COLOR: nearestBrandColor('#ffb000').toUpperCase() }).BRAND_COLOR).toBe(
    nearestBrandColor('#ffb000'),
  );
});
