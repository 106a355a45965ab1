import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fixtures, isPublished, partOf, tablesOf } from './owners.ts';
import { sqlTextsOf } from './sql-texts.ts';
import { tableUses } from './table-uses.ts';

export interface Violation {
  rule: string;
  file: string;
  what: string;
}

const ownerOf = new Map(Object.entries(tablesOf).flatMap(([owner, tables]) => tables.map((table) => [table, owner])));

/** The tables in a file's SQL that it does not own; `path` is below `server/src`. */
export function violationsIn(path: string, source: string): Violation[] {
  const part = partOf(path);
  const { texts, named, interpolated } = sqlTextsOf(source);
  const uses = [...texts.flatMap(tableUses), ...named.map((table) => ({ table, writes: true }))];
  const foreign = uses.filter(({ table }) => (ownerOf.get(table) ?? part) !== part).map(({ table }) => table);
  const written = uses.filter(({ table, writes }) => writes && isPublished(table)).map(({ table }) => table);
  const misplaced = keepsSql(path)
    ? texts.filter((text) => statementStart.test(text)).map((text) => text.trim().split('\n')[0] ?? '')
    : [];
  const borrowed = interpolated.filter(({ from }) => isOfOtherFeature(path, from)).map(({ name }) => name);
  return [
    ...violationsOf('reads a table of another part', path, foreign),
    ...violationsOf('writes to a published view', path, written),
    ...violationsOf('takes SQL from another feature', path, borrowed),
    ...violationsOf('has a statement outside a .sql.ts file', path, misplaced),
  ];
}

const statementStart = /\b(?:SELECT|INSERT INTO|UPDATE [a-z_]+|DELETE FROM|TRUNCATE|LOCK TABLE|ALTER TABLE)\b/;
/** Features and the gateway have their statements in `.sql.ts`; other parts have few. */
const keepsSql = (path: string): boolean => /^(?:features|gateway)\//.test(path) && !path.endsWith('.sql.ts');

const violationsOf = (rule: string, file: string, names: string[]): Violation[] =>
  [...new Set(names)].map((what) => ({ rule, file, what }));

function isOfOtherFeature(path: string, from: string): boolean {
  if (!from.startsWith('.')) return false;
  const part = partOf(posix.join(posix.dirname(path), from));
  return part.startsWith('features/') && part !== partOf(path);
}

/** Every file of the server except tests and fixtures. */
export function findTableViolations(root: string): Violation[] {
  const source = join(root, 'server/src');
  const files = globSync('**/*.ts', { cwd: source }).filter((path) => !path.endsWith('.test.ts'));
  if (files.length < 200) throw new Error('the files of the server were not found');
  return files
    .filter((path) => !fixtures.includes(partOf(path)))
    .sort()
    .flatMap((path) => violationsIn(path, readFileSync(join(source, path), 'utf8')));
}
