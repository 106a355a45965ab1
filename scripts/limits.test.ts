import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { limitTests, withLimits } from './limits/document.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it('the table of limits in docs/security.md is what the code has: `bin/node scripts/limits.ts` writes it', () => {
  const page = read('docs/security.md');
  expect(page).toBe(withLimits(page));
});

it.each(limitTests)('$title ($file) is a test', ({ file, title }) => {
  expect(read(file)).toContain(title);
});
