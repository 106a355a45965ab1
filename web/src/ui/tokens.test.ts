import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Every value of a style is a token: in `tokens.css`, or among the properties that an app's shell adds. */

const web = join(import.meta.dirname, '..');
const files = globSync('**/*.css', { cwd: web }).filter((file) => !file.endsWith('ui/tokens.css'));

const literal = {
  colour: /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|light-dark)a?\(/i,
  length: /(?<![\w-])(?!1px)\d*\.?\d+(?:px|rem)\b/,
  duration: /(?<![\w-])(?!0s)\d*\.?\d+m?s\b/,
};
const ofLengths = /^(?:font-size|border-radius|gap|(?:row|column)-gap|(?:scroll-)?(?:padding|margin)(?:-\w+)*)$/;
const ofDurations = /^(?:transition|animation)(?:-\w+)*$/;

/** The declarations with literal values. */
function literalsOf(text: string): string[] {
  const declarations = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([\w-]+):\s*([^;{}]+);/g);
  return [...declarations]
    .filter(([, name = '', value = '']) => {
      if (name.startsWith('--')) return false;
      return (
        literal.colour.test(value) ||
        (ofLengths.test(name) && literal.length.test(value)) ||
        (ofDurations.test(name) && literal.duration.test(value))
      );
    })
    .map(([declaration]) => declaration);
}

test('colours, text sizes, distances and durations are tokens', () => {
  expect(files.length).toBeGreaterThan(40);
  const found = files.flatMap((file) =>
    literalsOf(readFileSync(join(web, file), 'utf8')).map((declaration) => `${file}: ${declaration}`),
  );
  expect(found).toEqual([]);
});

test('a literal value is found, but not a hairline or a part of a token', () => {
  const text = 'a { color: #fff; margin: 0 3px; padding: 1px; gap: calc(2 * var(--space-1)); animation: turn 2s; }';
  expect(literalsOf(text)).toEqual(['color: #fff;', 'margin: 0 3px;', 'animation: turn 2s;']);
});

test('every name that a style uses is defined in some file', () => {
  const all = globSync('**/*.{css,tsx}', { cwd: web }).map((file) => readFileSync(join(web, file), 'utf8'));
  const used = all.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
  const set = new Set(all.flatMap((text) => [...text.matchAll(/(--[\w-]+)['"]?:/g)].map(([, name = '']) => name)));
  expect([...new Set(used)].filter((name) => !set.has(name))).toEqual([]);
});
