import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPublished, tablesOf } from './owners.ts';
import { tableUses } from './table-uses.ts';
import { violationsIn } from './violations.ts';

const schema = readFileSync(join(import.meta.dirname, '../../server/schema.sql'), 'utf8');
const namesOf = (pattern: RegExp) => [...schema.matchAll(pattern)].map(([, name = '']) => name);

it('every table and unpublished view of the schema has exactly one owner', () => {
  const inSchema = namesOf(/^CREATE (?:TABLE|VIEW) (\w+)/gm).filter((name) => !isPublished(name));
  expect(Object.values(tablesOf).flat().sort()).toEqual(inSchema.sort());
});

it('published views have no aggregation, so that the planner can merge them into a query', () => {
  const views = [...schema.matchAll(/^CREATE VIEW (published_\w+) AS\n([^;]*);/gm)];
  expect(views.length).toBeGreaterThan(10);
  for (const [, , text] of views)
    expect(text).not.toMatch(/GROUP BY|DISTINCT|LIMIT|UNION|WITH|\b(?:sum|count|min|max)\(/i);
});

describe('the tables of a text', () => {
  it.each([
    ['SELECT FROM orders WHERE id = $1', ['orders']],
    ['SELECT FROM orders o, devices AS d JOIN outlets t ON true', ['orders', 'devices', 'outlets']],
    ['FROM ONLY orders', ['orders']],
    ['INSERT INTO ledger (id) VALUES ($1)', ['ledger']],
    ['UPDATE devices SET id = $1', ['devices']],
    ['DELETE FROM files USING feedback', ['files', 'feedback']],
    ['LOCK TABLE orders', ['orders']],
    ['ALTER TABLE orders ADD x int', ['orders']],
    ['json_populate_recordset(NULL::orders, $1)', ['orders']],
    ['FROM unnest($1::text[]) AS v (id)', ['unnest']], // a function: nobody owns it
    ['a device that is taken from orders', []],
  ])('%s', (text, tables) => {
    expect([...new Set(tableUses(text).map(({ table }) => table))].sort()).toEqual(tables.sort());
  });
});

it('a feature keeps its statements in .sql.ts files', () => {
  const source = "statement('a', 'SELECT FROM feedback')";
  const rulesOf = (path: string) => violationsIn(path, source).map(({ rule }) => rule);
  expect(rulesOf('features/feedback/feedback.service.ts')).toEqual(['has a statement outside a .sql.ts file']);
  expect(rulesOf('features/feedback/feedback.sql.ts')).toEqual([]);
});

describe('a file of feedback', () => {
  const check = (source: string) =>
    violationsIn('features/feedback/feedback.sql.ts', source).map(({ rule, what }) => `${rule}: ${what}`);

  it.each([
    ["statement('a', 'SELECT FROM feedback')", []],
    ["statement('a', 'SELECT FROM published_orders o JOIN published_devices d ON true')", []],
    ["statement('a', `SELECT FROM orders`)", ['reads a table of another part: orders']],
    ["insertRows('a', 'ledger', {})", ['reads a table of another part: ledger']],
    ["makeDeletion('a', { table: 'sessions' })", ['reads a table of another part: sessions']],
    ["statement('a', 'UPDATE published_orders SET id = 1')", ['writes to a published view: published_orders']],
    [
      `import { columns } from '../orders/index.ts'; const a = \`SELECT \${columns} FROM feedback\`;`,
      ['takes SQL from another feature: columns'],
    ],
    [
      `import { isIn } from '../orders/index.ts'; const a = \`SELECT FROM feedback WHERE \${isIn('f')}\`;`,
      ['takes SQL from another feature: isIn'],
    ],
    [`import { columns } from './columns.ts'; const a = \`SELECT \${columns} FROM feedback\`;`, []],
  ])('%s', (source, expected) => {
    expect(check(source)).toEqual(expected);
  });
});
