import { expect, it } from 'vitest';
import { statementsOf } from './migration-files.ts';

it.each([
  ['SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  [`SELECT ';''; '; SELECT ";"`, [`SELECT ';''; '`, 'SELECT ";"']],
  ['-- a; b\nSELECT 1; /* ; */ ;\n-- end;', ['-- a; b\nSELECT 1']],
  ['DO $do$ BEGIN; $$;$$ END $do$; SELECT 1', ['DO $do$ BEGIN; $$;$$ END $do$', 'SELECT 1']],
  ['', []],
])('the statements of %j', (text, statements) => {
  expect(statementsOf(text)).toEqual(statements);
});
