import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kinds } from '@recline/server/features/retention/retention';
import { usualValue } from '@recline/server/platform/env';
import { describe, expect, it } from 'vitest';

/**
 * Documents that promise a behaviour name the test that checks it: `file.test.ts`: “title”, “another title”. A title of
 * a table of cases is written as in the source, with its placeholders. A long one may end in `…`: then only one test of
 * the file begins so. A file without its folders is found by its name.
 */

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface NamedTests {
  file: string;
  titles: string[];
}

const reference = /`([\w./-]+\.(?:test|spec)\.tsx?)`((?:(?::|,| and)? “[^”]+”(?: \([^)]*\))?)*)/g;

/** The tests that a text names, with their titles. */
function promisesIn(text: string): NamedTests[] {
  return [...text.replaceAll(/\s*\n\s*/g, ' ').matchAll(reference)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }));
}

const sources = globSync('{server,provider-simulator,faults,e2e}/**/*.{test,spec}.ts', { cwd: root }).filter(
  (path) => !path.includes('node_modules'),
);
const filesNamed = (file: string): string[] =>
  existsSync(join(root, file)) ? [file] : sources.filter((path) => path.endsWith(`/${file}`));

/** Whether a file has a test of that title, as written in the source. */
function hasTest(file: string, title: string): boolean {
  const source = read(file).replaceAll("\\'", "'");
  if (title.endsWith('…')) return beginningsIn(source, title.slice(0, -1)) === 1;
  return ["'", '"', '`'].some((quote) => source.includes(`(${quote}${title}${quote}`)) || isAlone(source, title);
}

/** A long title is on a separate line. */
const isAlone = (source: string, title: string): boolean =>
  source.split('\n').some((line) => [`'${title}',`, `"${title}",`, `\`${title}\`,`].includes(line.trim()));

/** How many tests of a source have a title that begins so. */
function beginningsIn(source: string, beginning: string): number {
  const quotes = ["'", '"', '`'];
  const lines = source.split('\n').map((line) => line.trim());
  const alone = lines.filter((line) => quotes.some((quote) => line.startsWith(`${quote}${beginning}`)));
  return quotes.reduce((sum, quote) => sum + source.split(`(${quote}${beginning}`).length - 1, alone.length);
}

/** A file of attacks covers one attack, and may be named as a whole. */
const isOneAttack = (file: string): boolean => file.startsWith('server/src/attacks/');
const isNamed = ({ file, titles }: NamedTests): boolean => titles.length > 0 || isOneAttack(file);

const documents = ['docs/security.md', 'docs/operations.md', 'docs/payments.md', 'docs/privacy.md'];

describe.each(documents)('%s', (path) => {
  const promises = promisesIn(read(path));

  it('names tests by their titles', () => {
    expect(promises.length).toBeGreaterThan(1);
    const own = 'scripts/promises.test.ts';
    expect(promises.filter((named) => !isNamed(named) && named.file !== own)).toEqual([]);
  });

  it('names only tests that exist', () => {
    const missing = promises.flatMap(({ file, titles }) => {
      const files = filesNamed(file);
      return files.length > 0 ? titles.filter((title) => !files.some((path) => hasTest(path, title))) : [file];
    });
    expect(missing).toEqual([]);
  });
});

describe('every requirement in docs/security.md', () => {
  const [, ...chapters] = read('docs/security.md').split(/^## (?=Assets|Limits|Attacks|Requirements)/m);
  const tables = chapters.map((chapter) => chapter.match(/^\| (?!ASVS|Asset \||One \||Attack \||---).+\|$/gm) ?? []);
  const rows = tables.flat();

  it('names a test, or gives a reason for having none', () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(tables.filter((table) => table.length === 0)).toEqual([]);
    expect(rows[0]).toContain('Money');
    const kept = /\*\*(gap|by the operator|does not apply)\*\*/i;
    const open = rows.filter((row) => !kept.test(row) && !promisesIn(row).some(isNamed));
    expect(open).toEqual([]);
  });
});

const namesTest = (part: string) => promisesIn(part).some(({ titles }) => titles.length > 0);

describe.each([
  ['docs/operations.md', 16, /tried by hand|not tried/i],
  ['docs/payments.md', 10, /not confirmed/],
  ['docs/privacy.md', 1, /no test/],
])('%s', (path, sectionsAtLeast, excuse) => {
  it('names a test in every section, or says that there is none', () => {
    const sections = read(path)
      .split(/^(?=##+ )/m)
      .slice(1);
    expect(sections.length).toBeGreaterThanOrEqual(sectionsAtLeast);
    const open = sections.filter((section) => !namesTest(section) && !excuse.test(section));
    expect(open.map((section) => section.split('\n', 1)[0])).toEqual([]);
  });
});

describe('docs/privacy.md', () => {
  const rows = read('docs/privacy.md').match(/^\| .+ \|$/gm) ?? [];

  it.each([...new Set(kinds.map(({ setting }) => setting))])('states the default of %s in days', (setting) => {
    const named = rows.filter((row) => row.includes(`\`${setting}\``));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((row) => !row.includes(`${usualValue(setting)} days`))).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  const text = read('docs/operations.md');
  it('names a test for every outage', () => {
    const table = text.slice(text.indexOf('| Cause | Callers see'));
    const [, , ...rows] = table.slice(0, table.indexOf('\n\n')).split('\n');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter((row) => !namesTest(row))).toEqual([]);
  });
});

describe('a named test', () => {
  it.each([
    ['`a/b.test.ts`: “one”', [{ file: 'a/b.test.ts', titles: ['one'] }]],
    ['`a.test.ts`: “one”, “two (%s)” and more', [{ file: 'a.test.ts', titles: ['one', 'two (%s)'] }]],
    ['`a.test.ts`: “one” (a remark), “two”', [{ file: 'a.test.ts', titles: ['one', 'two'] }]],
    [
      '`a.test.ts`, `b.spec.ts`: “one”',
      [
        { file: 'a.test.ts', titles: [] },
        { file: 'b.spec.ts', titles: ['one'] },
      ],
    ],
  ])('in %j is read', (text, expected) => {
    expect(promisesIn(text)).toEqual(expected);
  });
});
