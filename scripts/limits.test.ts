import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { limitTests, withLimits } from './limits/document.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it('the table of limits in docs/security.md is what the code has: `bin/node scripts/limits.ts` writes it', () => {
  const page = read('docs/security.md');
  expect(page).toBe(withLimits(page));
});

/** Not a limit: it remembers which number was counted. */
const countedOnce = ['sameNumber'];

it('every limit counted in the database is in the table', () => {
  const sources = globSync('server/src/**/*.ts', { cwd: join(import.meta.dirname, '..') });
  const limits = sources
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => [...read(path).matchAll(/const (\w+): RateLimit = /g)].map(([, name = '']) => name));
  expect(limits.length).toBeGreaterThan(10);
  const named = read('scripts/limits/document.ts');
  expect(limits.filter((name) => !named.includes(name) && !countedOnce.includes(name))).toEqual([]);
});

it.each(limitTests)('$title ($file) is an existing test', ({ file, title }) => {
  expect(read(file)).toContain(title);
});
