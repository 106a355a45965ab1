import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@recline/contract/languages';
import { currencies } from '@recline/contract/money';
import { describe, expect, it } from 'vitest';

/** Rules of the code that no linter checks. */

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the ledger', () => {
  // Statements written by hand, and helpers that build the statement from a table's name.
  const write =
    /\b(?:insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+(?:only\s+)?ledger\b|\b(?:insertInto|insertRows|updateRows)\b[^;]*?'ledger'/i;
  const sources = globSync('server/src/**/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.ts$|^server\/src\/(?:demo|testing)\//.test(path),
  );

  it('has one writer', () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(sources.filter((path) => write.test(read(path)))).toEqual(['server/src/features/payments/ledger.ts']);
  });

  it.each([
    'INSERT INTO ledger (order_id) VALUES ($1)',
    'WITH made AS (insert into\n  ledger SELECT 1) SELECT',
    'UPDATE ledger SET amount = 0',
    'DELETE FROM ledger WHERE id = $1',
    "insertRows<Entry, { id: number }>('ledger.more', 'ledger', columns, {})",
  ])('is written by %j', (text) => {
    expect(text).toMatch(write);
  });

  it.each(['SELECT FROM ledger l WHERE l.order_id = $1', 'INSERT INTO ledger_archive VALUES ($1)'])(
    'is not written by %j',
    (text) => {
      expect(text).not.toMatch(write);
    },
  );
});

describe('the currencies', () => {
  it('are listed in the contract only, and the database knows the same', () => {
    const sources = globSync('{contract,server,simulator,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
      (path) => !/\.test\.tsx?$|^server\/src\/(?:demo|testing)\//.test(path),
    );
    expect(sources.filter((path) => /['"`, ]RM['"`, ]/.test(read(path)))).toEqual(['contract/src/money.ts']);
    const domain = /CREATE DOMAIN currency AS text\s+CHECK \(VALUE = ANY \(ARRAY\[([^\]]*)\]\)\);/;
    const listed = domain.exec(read('server/schema.sql'))?.[1] ?? '';
    expect([...listed.matchAll(/'(\w+)'/g)].map(([, name]) => name)).toEqual(currencies);
  });
});

describe('a language', () => {
  const folders = ['{contract,server,web}/src/**/*.*', 'web/{locales,vite,inline}/**/*.*'];
  const isItsOwn = (path: string) => path.includes('id_ID');
  const sources = globSync(folders, { cwd: root }).filter(
    (path) => !isItsOwn(path) && !/\.test\.tsx?$|^server\/src\/(?:demo|testing)\//.test(path),
  );

  it('needs a line in these files, and its own files', () => {
    const examples = ['server/src/cli/outlets.ts'];
    expect(sources.length).toBeGreaterThan(900);
    expect(sources.filter((path) => /\bid_ID\b/.test(read(path)) && !examples.includes(path)).sort()).toEqual([
      'contract/src/languages.ts',
      'server/src/locales/index.ts',
      'web/locales/every-language.ts',
      'web/locales/index.ts',
    ]);
  });

  it('needs a migration: the database knows the same languages', () => {
    const checks = read('server/schema.sql').matchAll(
      /_language_check CHECK \(language = ANY \(ARRAY\[([^\]]*)\]\)\)/g,
    );
    const listed = [...checks].map(([, list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name));
    expect(listed.length).toBeGreaterThan(0);
    for (const names of listed) expect(names).toEqual(languages);
  });
});

describe('no test is retried', () => {
  const tests = globSync('**/*.{test,spec}.ts', { cwd: root, exclude: (path) => path.includes('node_modules') });
  const retries = /\bretr(?:y|ies):\s*[1-9]|--retr(?:y|ies)\b/;

  it.each(['vitest.config.ts', 'e2e/playwright.config.ts'])('by %s', (path) => {
    expect(read(path)).not.toMatch(/\bretr(?:y|ies)\b/);
  });

  it('by an option of a test, or of the command that runs them', () => {
    expect(tests.length).toBeGreaterThan(200);
    const paths = [...tests, 'package.json', 'scripts/test.ts', '.ci/run'];
    expect(paths.filter((path) => path !== 'scripts/rules.test.ts' && retries.test(read(path)))).toEqual([]);
  });
});
