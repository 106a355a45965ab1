import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The documents that promise something name the test that keeps it: `file.test.ts`: “title”, “another title”. A title
 * of a table of cases is written as in the source, with its placeholders.
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

/** Whether a file has a test of that title, as it stands in the source. */
function hasTest(file: string, title: string): boolean {
  const source = read(file).replaceAll("\\'", "'");
  return ["'", '"', '`'].some((quote) => source.includes(`(${quote}${title}${quote}`)) || isAlone(source, title);
}

/** A long title stands on a line of its own. */
const isAlone = (source: string, title: string): boolean =>
  source.split('\n').some((line) => [`'${title}',`, `"${title}",`, `\`${title}\`,`].includes(line.trim()));

/** A file of attacks is about one of them, and may be named as a whole. */
const isOneAttack = (file: string): boolean => file.startsWith('server/src/attacks/');
const isNamed = ({ file, titles }: NamedTests): boolean => titles.length > 0 || isOneAttack(file);

describe.each(['docs/security.md', 'docs/operations.md', 'docs/privacy.md'])('%s', (path) => {
  const promises = promisesIn(read(path));

  it('names tests by their titles', () => {
    expect(promises.length).toBeGreaterThan(1);
    const own = 'scripts/promises.test.ts';
    expect(promises.filter((named) => !isNamed(named) && named.file !== own)).toEqual([]);
  });

  it('names only tests that exist', () => {
    const missing = promises.flatMap(({ file, titles }) =>
      existsSync(join(root, file)) ? titles.filter((title) => !hasTest(file, title)) : [file],
    );
    expect(missing).toEqual([]);
  });
});

describe('every requirement in docs/security.md', () => {
  const [, ...chapters] = read('docs/security.md').split(/^## (?=Assets|Limits|Attacks|Requirements)/m);
  const tables = chapters.map((chapter) => chapter.match(/^\| (?!ASVS|Asset \||One \||Attack \||---).+\|$/gm) ?? []);
  const rows = tables.flat();

  it('names a test, or says why there is none', () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(tables.filter((table) => table.length === 0)).toEqual([]);
    expect(rows[0]).toContain('Money');
    const kept = /\*\*(gap|by the operator|does not apply)\*\*/i;
    const open = rows.filter((row) => !kept.test(row) && !promisesIn(row).some(isNamed));
    expect(open).toEqual([]);
  });
});

describe('docs/payments.md', () => {
  const named = promisesIn(read('docs/payments.md'));
  const sources = globSync('{server,provider-simulator,faults,e2e}/**/*.{test,spec}.ts', { cwd: root }).filter(
    (path) => !path.includes('node_modules'),
  );

  it('names only tests that exist; a file without its folder is one of the payments or of the server', () => {
    expect(named.length).toBeGreaterThan(15);
    expect(
      named.map(({ file }) => file).filter((file) => !sources.some((path) => `/${path}`.endsWith(`/${file}`))),
    ).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  const text = read('docs/operations.md');
  const namesTest = (part: string) => promisesIn(part).some(({ titles }) => titles.length > 0);

  it('names a test in every section, or says what was tried by hand and what was not', () => {
    const sections = text.split(/^(?=##+ )/m).slice(1);
    expect(sections.length).toBeGreaterThan(15);
    const open = sections.filter((section) => !namesTest(section) && !/tried by hand|not tried/i.test(section));
    expect(open.map((section) => section.split('\n', 1)[0])).toEqual([]);
  });

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
