import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeEdits } from './code-mutants.ts';
import { equivalents } from './equivalents.ts';
import { features, filesOf } from './features.ts';
import { apply, describe as describeMutant } from './mutant.ts';
import { type Outcome, printReport } from './report.ts';
import { schemaMutants } from './schema-mutants.ts';
import { shuffled } from './shuffled.ts';
import { sqlEdits } from './sql-mutants.ts';

const afterSql = (sql: string) => sqlEdits(sql).map((edit) => apply(sql, edit).replaceAll(/\s+/g, ' ').trim());
const afterCode = (source: string, file = 'a.ts') => codeEdits(file, source).map((edit) => apply(source, edit).trim());

it.each([
  [
    'a condition of WHERE',
    'SELECT 1 FROM t WHERE a = 1 AND b = 2',
    ['SELECT 1 FROM t WHERE TRUE AND b = 2', 'SELECT 1 FROM t WHERE a = 1 AND TRUE'],
  ],
  [
    'a condition of ON, not ON CONFLICT',
    'JOIN u ON u.id = t.id ON CONFLICT (a) DO NOTHING',
    ['JOIN u ON TRUE ON CONFLICT (a) DO NOTHING'],
  ],
  [
    'a condition of HAVING',
    'GROUP BY a HAVING count(*) = 2 ORDER BY a',
    ['GROUP BY a HAVING TRUE ORDER BY a', 'GROUP BY a HAVING count(*) = 2 ORDER BY a DESC'],
  ],
  [
    'BETWEEN as one condition',
    'WHERE a BETWEEN 1 AND 2 AND b',
    ['WHERE TRUE AND b', 'WHERE a BETWEEN 1 AND 2 AND TRUE'],
  ],
  [
    'a condition with brackets and one inside of them',
    'WHERE (a OR b) AND EXISTS (SELECT 1 WHERE c)',
    [
      'WHERE TRUE AND EXISTS (SELECT 1 WHERE c)',
      'WHERE (a OR b) AND TRUE',
      'WHERE (a OR b) AND EXISTS (SELECT 1 WHERE TRUE)',
    ],
  ],
  [
    'an interpolated condition, which may name parameters',
    `WHERE \${of("AND")} AND a`,
    [`WHERE (TRUE OR \${of("AND")}) AND a`, `WHERE \${of("AND")} AND TRUE`],
  ],
  [
    'what names a parameter, which stays named',
    'WHERE a = $1 AND b LIMIT $2',
    [
      'WHERE (TRUE OR a = $1) AND b LIMIT $2',
      'WHERE a = $1 AND TRUE LIMIT $2',
      'WHERE a = $1 AND b LIMIT 1000000 + $2',
    ],
  ],
  [
    'a bound, but no arrow and no <>',
    "SELECT a->>'b' WHERE a <= 1 AND b <> 2",
    [
      "SELECT a->>'b' WHERE TRUE AND b <> 2",
      "SELECT a->>'b' WHERE a < 1 AND b <> 2",
      "SELECT a->>'b' WHERE a <= 1 AND TRUE",
    ],
  ],
  [
    'every key of an ORDER BY',
    'ORDER BY a, b DESC NULLS LAST LIMIT 1',
    ['ORDER BY a DESC, b ASC NULLS LAST LIMIT 1', 'ORDER BY a, b DESC NULLS LAST'],
  ],
  [
    'DISTINCT, but not IS DISTINCT FROM',
    'SELECT DISTINCT ON (a) a IS DISTINCT FROM b',
    ['SELECT a IS DISTINCT FROM b'],
  ],
  ['a row lock', 'SELECT 1 FROM t FOR NO KEY UPDATE OF t SKIP LOCKED', ['SELECT 1 FROM t']],
  ['nothing in a string or a comment', "SELECT 'WHERE a < b' -- WHERE c", []],
])('in SQL it changes %s', (_, sql, changed) => {
  expect(afterSql(sql)).toEqual(changed);
});

it.each([
  ['a comparison', 'f = a < b', ['f = a <= b']],
  ['both ways of an if', 'if (a) b = 1;', ['if (true) b = 1;', 'if (false) b = 1;']],
  ['a call whose result nobody uses', 'await save(a);', ['{}']],
  ['a default', 'b = a ?? 1', ['b = a']],
  ['the parts of a key', 'k = [a, b]', ['k = [b]', 'k = [a]']],
  ['the parts of a text', `k = \`\${a}:\${b}\``, [`k = \`:\${b}\``, `k = \`\${a}:\``]],
  ['what a request says', 'x = f({ a, b: 1 })', ['x = f({ b: 1 })', 'x = f({ a })']],
  ['a value', 'x = !true', ['x = true', 'x = !false']],
])('in code it changes %s', (_, source, changed) => {
  expect(afterCode(source)).toEqual(changed);
});

it('changes the SQL of a .sql.ts file', () => {
  expect(afterCode(`const q = \`SELECT 1 WHERE \${a} AND b\``, 'a.sql.ts')).toEqual([
    `const q = \`SELECT 1 WHERE (TRUE OR \${a}) AND b\``,
    `const q = \`SELECT 1 WHERE \${a} AND TRUE\``,
  ]);
});

it('does not change a list of columns to one that the compiler refuses', () => {
  const source = 'const insert = rows({ id: true, name: true }); const x = true';
  expect(afterCode(source, 'a.sql.ts').filter((text) => text.includes('false'))).toEqual([
    'const insert = rows({ id: true, name: true }); const x = false',
  ]);
});

it('drops each constraint, unique index and trigger of the schema', () => {
  const schema = `CREATE TABLE a (
  id bigint,
  CONSTRAINT a_pkey PRIMARY KEY (id)
);
CREATE INDEX plain ON a USING btree (id);
CREATE UNIQUE INDEX once ON a USING btree (id);
CREATE TRIGGER told AFTER INSERT ON a FOR EACH ROW EXECUTE FUNCTION tell();`;
  expect(schemaMutants(schema).map(({ sql }) => sql)).toEqual([
    'ALTER TABLE a DROP CONSTRAINT a_pkey CASCADE',
    'DROP INDEX once',
    'DROP TRIGGER told ON a',
  ]);
});

it('changes the SQL of views and functions', () => {
  const schema = `CREATE TABLE a (
);
CREATE VIEW v AS
 SELECT b
   FROM a
  WHERE c AND d;

CREATE OR REPLACE FUNCTION f(x text)
 RETURNS void
AS $function$
BEGIN
  UPDATE a SET b = 1 WHERE b > 2;
  RETURN NULL;
END $function$;
`;
  expect(schemaMutants(schema).map(({ of, line, after }) => [of, line, after])).toEqual([
    ['v', 6, 'WHERE TRUE AND d;'],
    ['v', 6, 'WHERE c AND TRUE;'],
    ['f', 12, 'UPDATE a SET b = 1 WHERE TRUE;'],
    ['f', 12, 'UPDATE a SET b = 1 WHERE b >= 2;'],
  ]);
  expect(schemaMutants(schema)[0]?.sql).toBe(`CREATE OR REPLACE VIEW v AS
 SELECT b
   FROM a
  WHERE TRUE AND d`);
});

it('knows the feature of every table, view and function', async () => {
  const schema = await readFile(new URL('../../server/schema.sql', import.meta.url), 'utf8');
  const named = Object.values(features).flatMap((feature) => feature.schema ?? []);
  expect(named.toSorted()).toEqual([...new Set(schemaMutants(schema).map(({ of }) => of))].toSorted());
});

it('shows the line before and after the change', () => {
  expect(describeMutant('a\n  b < c\nd', { kind: '', start: 6, end: 7, replacement: '<=' })).toEqual({
    before: 'b < c',
    after: 'b <= c',
  });
});

it('runs the same mutants first with the same seed', () => {
  expect(shuffled([1, 2, 3, 4, 5, 6], 'one')).toEqual(shuffled([1, 2, 3, 4, 5, 6], 'one'));
});

it('the score is the share of planted mutants that were killed; explaining a survivor does not raise it', () => {
  const outcome = (verdict: Outcome['verdict']): Outcome => ({
    feature: 'prices',
    place: 'a.ts:1',
    kind: '< for <=',
    before: 'a < b',
    after: 'a <= b',
    verdict,
  });
  const outcomes = [outcome('killed'), outcome('killed'), outcome('killed'), outcome('survived'), outcome(undefined)];
  const argued = { file: 'a.ts', before: 'a < b', after: 'a <= b', because: 'they are never equal' };
  const report = printReport(outcomes, [argued]);
  expect(report).toContain('prices | 4 | 3 | 75 % | 1 | 1 | 1');
  expect(report).toContain('a.ts:1 < for <= (equivalent: see equivalents.ts)');
});

const root = join(import.meta.dirname, '../..');

it.each(Object.entries(features))(
  'of %s a tenth is argued at most, and nothing that is no longer planted',
  (_, feature) => {
    const planted = filesOf(root, feature).flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return codeEdits(file, source).map((edit) => ({ file, ...describeMutant(source, edit) }));
    });
    const argued = equivalents.filter(({ file }) => filesOf(root, feature).includes(file));
    expect(argued.length).toBeLessThanOrEqual(planted.length / 10);
    for (const { file, before, after } of argued) expect(planted).toContainEqual({ file, before, after });
  },
);
