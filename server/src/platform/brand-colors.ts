import { contrast, leastContrast, mixed, nearestThat } from './contrast.ts';

/** The colours combined with the operator's: the backgrounds of the light and the dark theme, and white text on it. */
const lightGrounds = ['#ffffff', '#f4f6f4'];
const darkGrounds = ['#0d1413', '#17211f', '#1f2a28'];
const black = '#000000';
const white = '#ffffff';

const softOf = (color: string) => mixed(color, white, 0.88);
const darkSoftOf = (color: string) => mixed(color, darkGrounds[1] ?? black, 0.8);

const isReadable = (color: string, grounds: readonly string[]): boolean =>
  grounds.every((ground) => contrast(color, ground) >= leastContrast);
const passesInLight = (color: string) => isReadable(color, [...lightGrounds, softOf(color)]);
const passesInDark = (color: string) => isReadable(color, [...darkGrounds, darkSoftOf(color)]);

/**
 * The nearest colour that is legible as text on the pages' backgrounds, and under white text; the colour itself if it
 * is legible.
 */
export const nearestBrandColor = (color: string): string => nearestThat(passesInLight, color, black);

export const isBrandColor = (color: string): boolean => nearestBrandColor(color) === color;

interface Shades {
  brand: string;
  deep: string;
  soft: string;
  chosen: string;
}

const declarations = ({ brand, deep, soft, chosen }: Shades, fill: string) =>
  `--brand:${brand};--brand-fill:${fill};--brand-deep:${deep};--brand-soft:${soft};--chosen:${chosen}`;

/** The styles that replace our colour with the operator's, in both themes. */
export function brandStyles(given: string): string {
  const color = given.toLowerCase();
  const shade = (share: number) => mixed(color, black, share);
  const bright = nearestThat(passesInDark, color, white);
  const night = shade(0.65);
  const mint = nearestThat((each) => contrast(each, night) >= 7, mixed(color, white, 0.5), white);
  const light = { brand: color, deep: shade(0.35), soft: softOf(color), chosen: mixed(color, white, 0.94) };
  const soft = darkSoftOf(bright);
  const dark = { brand: bright, deep: shade(0.5), soft, chosen: soft };
  const always = [
    `--hero-login:linear-gradient(180deg,${color} 0,${shade(0.35)} 308px,transparent 308px)`,
    `--hero:linear-gradient(150deg,${color},${shade(0.35)} 75%)`,
    `--night:${night};--hero-night:radial-gradient(120% 60% at 50% 30%,${shade(0.15)},${night} 75%)`,
    `--mint:${mint};--on-mint:${shade(0.75)}`,
  ].join(';');
  const [inLight, inDark] = [declarations(light, color), declarations(dark, color)];
  return (
    `:root{${always};${inLight}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${inDark}}}` +
    `:root[data-theme=dark]{${inDark}}`
  );
}
