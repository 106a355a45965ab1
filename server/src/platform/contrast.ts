/** Colours as `#rrggbb`, and their contrast with each other (WCAG 2.2, 1.4.3). */

type Channels = readonly [red: number, green: number, blue: number];

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const channelsOf = (color: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Channels;

/** Mixes a `share` of the second colour into the first. */
export function mixed(color: string, other: string, share: number): string {
  const [from, to] = [channelsOf(color), channelsOf(other)];
  const parts = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share));
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export const leastContrast = 4.5;

const steps = 200;

/** The colour itself if it passes, or else the nearest one on the way to `goal` that does. */
export function nearestThat(passes: (color: string) => boolean, color: string, goal: '#000000' | '#ffffff'): string {
  for (let step = 0; step < steps; step += 1) {
    const candidate = mixed(color, goal, step / steps);
    if (passes(candidate)) return candidate;
  }
  return goal;
}
