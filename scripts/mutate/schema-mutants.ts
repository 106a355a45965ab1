/** Each constraint, unique index and trigger of the schema can be dropped. */
export interface SchemaMutant {
  table: string;
  line: number;
  /** What the schema says. */
  before: string;
  /** What drops it. */
  sql: string;
}

export function schemaMutants(schema: string): SchemaMutant[] {
  let table = '';
  return schema.split('\n').flatMap((text, index) => {
    const found = (sql: string): SchemaMutant[] => [{ table, line: index + 1, before: text.trim(), sql }];
    const created = /^CREATE TABLE (\w+) /.exec(text)?.[1];
    if (created) table = created;
    const constraint = /^ {2}CONSTRAINT (\w+) /.exec(text)?.[1];
    if (constraint) return found(`ALTER TABLE ${table} DROP CONSTRAINT ${constraint} CASCADE`);
    const index_ = /^CREATE UNIQUE INDEX (\w+) ON (\w+) /.exec(text);
    if (index_) return found(`DROP INDEX ${index_[1]}`);
    const trigger = /^CREATE (?:CONSTRAINT )?TRIGGER (\w+) .* ON (\w+) /.exec(text);
    if (trigger) return found(`DROP TRIGGER ${trigger[1]} ON ${trigger[2]}`);
    return [];
  });
}
