import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makePool, type Pool } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { migrate, migrationNames } from '../platform/migrate.ts';
import { runCli } from '../testing/cli.ts';
import { createDatabase } from '../testing/database.ts';

let database: { url: string; drop(): Promise<void> };
let pool: Pool;
const run = (...words: string[]) => runCli(words, { DATABASE_URL: database.url });
const applied = async () =>
  (await pool.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).rows.map(({ name }) => name);

beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'), 'template0');
  pool = makePool(database.url, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('an outdated database', () => {
  it.each([
    ['outlet', 'list'],
    ['device', 'retire', 'A1'],
    ['statistics', 'check'],
  ])('is left unchanged by recline %s %s, which says what to run', async (...words) => {
    const { code, stderr } = await run(...words);
    expect(code).toBe(4);
    expect(stderr).toContain('`recline migrate`');
    expect((await pool.query(`SELECT to_regclass('outlets') AS there`)).rows).toEqual([{ there: null }]);
  });

  it('by one version lists the missing migrations', async () => {
    const names = await migrationNames();
    const last = names.at(-1) ?? '';
    await migrate(database.url, makeLog('silent'), { wanted: (name) => name !== last });
    const { code, stderr } = await run('outlet', 'list', '--json');
    expect(code).toBe(4);
    expect(JSON.parse(stderr)).toMatchObject({ error: { missing: [last] } });
    expect((await run('status')).stdout).toContain(`Missing migrations: ${last}.`);
    expect(await applied()).not.toContain(last);
  });

  it('is brought up to date by recline migrate', async () => {
    const names = await migrationNames();
    expect(await run('migrate')).toMatchObject({ code: 0, stdout: '1 migration applied.\n' });
    expect(await applied()).toEqual(names);
    expect((await run('migrate')).stdout).toBe('The database is up to date.\n');
    expect((await run('outlet', 'list')).code).toBe(0);
  });

  it('by a newer version still works with an older program', async () => {
    await pool.query(`INSERT INTO migrations (name) VALUES ('9999_from_the_future.sql')`);
    expect((await run('outlet', 'list')).code).toBe(0);
    expect((await run('status')).stdout).toContain('9999_from_the_future.sql');
  });
});
