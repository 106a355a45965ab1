import { apply, describe, lineAt } from './mutant.ts';
import { sqlEdits } from './sql-mutants.ts';

/** Each constraint, unique index and trigger of the schema can be dropped, each view and function be changed. */
export interface SchemaMutant {
  /** The table, view or function. */
  of: string;
  line: number;
  kind: string;
  before: string;
  after: string;
  /** The statement that applies the change. */
  sql: string;
}

export const schemaMutants = (schema: string): SchemaMutant[] => [...dropped(schema), ...changed(schema)];

function dropped(schema: string): SchemaMutant[] {
  let table = '';
  return schema.split('\n').flatMap((text, index) => {
    const found = (of: string, sql: string): SchemaMutant[] => [
      { of, line: index + 1, kind: 'dropped from the schema', before: text.trim(), after: sql, sql },
    ];
    const created = /^CREATE TABLE (\w+) /.exec(text)?.[1];
    if (created) table = created;
    const constraint = /^ {2}CONSTRAINT (\w+) /.exec(text)?.[1];
    if (constraint) return found(table, `ALTER TABLE ${table} DROP CONSTRAINT ${constraint} CASCADE`);
    const index_ = /^CREATE UNIQUE INDEX (\w+) ON /.exec(text);
    if (index_) return found(table, `DROP INDEX ${index_[1]}`);
    const trigger = /^CREATE (?:CONSTRAINT )?TRIGGER (\w+) .* ON (\w+) /.exec(text);
    if (trigger) return found(table, `DROP TRIGGER ${trigger[1]} ON ${trigger[2]}`);
    return [];
  });
}

const views = /(?<=\n)CREATE (?:OR REPLACE )?(?:VIEW|FUNCTION) (\w+).*?;(?=\n+CREATE |\n*$)/gs;

/** Recreates a view or function with a change to its SQL. */
const changed = (schema: string): SchemaMutant[] =>
  [...schema.matchAll(views)].flatMap(({ 0: text, 1: of = '', index }) =>
    sqlEdits(text).map((edit) => ({
      of,
      line: lineAt(schema, index + edit.start),
      kind: edit.kind,
      ...describe(text, edit),
      sql: apply(text, edit).replace(/^CREATE (?:OR REPLACE )?(.*);$/s, 'CREATE OR REPLACE $1'),
    })),
  );
