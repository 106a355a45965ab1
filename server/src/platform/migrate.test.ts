import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../testing/database.ts';
import { makeLog } from './log.ts';
import { migrate, migrationNames } from './migrate.ts';

const logged: string[] = [];
const log = makeLog('warn', { write: (line) => void logged.push(line) });
const retry = { lockMs: 50, attempts: 2, backoffMs: 10 };
let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
let directory: string;

beforeEach(async () => {
  logged.length = 0;
  database = await createDatabase(inject('postgresUrl'), 'template0');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  directory = await mkdtemp(join(tmpdir(), 'recline-migrations-'));
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

const put = (name: string, text: string) => writeFile(join(directory, name), text);
const run = (options: Parameters<typeof migrate>[2] = {}) =>
  migrate(database.url, log, { folder: pathToFileURL(`${directory}/`), retry, ...options });
const appliedNames = async () =>
  (await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).rows.map(({ name }) => name);
describe('migrations', () => {
  it('are applied once, in order, however many servers start together', async () => {
    await put('0002_b.sql', 'INSERT INTO a VALUES (2);');
    await put('0001_a.sql', 'CREATE TABLE a (n int); INSERT INTO a VALUES (1);');
    const runs = await Promise.all(Array.from({ length: 4 }, () => run()));
    expect(runs.flat()).toEqual(['0001_a.sql', '0002_b.sql']);
    expect((await client.query('SELECT n FROM a ORDER BY n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('of the product apply to an empty database', async () => {
    expect(await migrate(database.url, log)).toEqual(await migrationNames());
    expect(await migrate(database.url, log)).toEqual([]);
  });

  it('leave nothing behind when one fails', async () => {
    await put('0001_a.sql', 'CREATE TABLE a (n int); SELECT 1 / 0;');
    await expect(run()).rejects.toThrow('division by zero');
    await put('0001_a.sql', 'CREATE TABLE a (n int);');
    expect(await run()).toEqual(['0001_a.sql']);
  });
});

describe('a migration that was applied', () => {
  beforeEach(async () => {
    await put('0001_a.sql', 'CREATE TABLE a (n int);\n');
    await run();
  });

  it('is refused when its file has changed since', async () => {
    await put('0001_a.sql', 'CREATE TABLE a (n bigint);\n');
    await put('0002_b.sql', 'CREATE TABLE b (n int);\n');
    await expect(run()).rejects.toThrow('0001_a.sql was applied to this database and has been changed since');
    expect(await appliedNames()).toEqual(['0001_a.sql']);
  });

  it('may have other line ends', async () => {
    await put('0001_a.sql', 'CREATE TABLE a (n int);\r\n');
    expect(await run()).toEqual([]);
  });

  it('before checksums were stored gets the one of its file', async () => {
    await client.query('ALTER TABLE migrations DROP COLUMN checksum');
    expect(await run()).toEqual([]);
    await put('0001_a.sql', 'CREATE TABLE a (n bigint);');
    await expect(run()).rejects.toThrow('has been changed since');
  });

  it('lets the next start proceed without waiting for a reader', async () => {
    await client.query('BEGIN; SELECT * FROM migrations');
    expect(await run()).toEqual([]);
    await client.query('COMMIT');
  });
});

describe('a table in use', () => {
  beforeEach(async () => {
    await put('0001_a.sql', 'CREATE TABLE a (n int);');
    await run();
    await put('0002_b.sql', 'ALTER TABLE a ADD COLUMN m int;');
    await client.query('BEGIN; SELECT * FROM a');
  });

  it('is retried in short attempts, which then fail with a reason', async () => {
    await expect(run()).rejects.toThrow(/0002_b\.sql got no lock in 2 attempts.*pg_stat_activity/);
    await client.query('COMMIT');
    expect(await appliedNames()).toEqual(['0001_a.sql']);
  });

  it('is migrated once it is free', async () => {
    const running = run({ retry: { ...retry, attempts: 12 } });
    await expect.poll(() => logged.join('')).toContain('is retried');
    await client.query('COMMIT');
    expect(await running).toEqual(['0002_b.sql']);
  });
});

it('waits for another process that is migrating, until a deadline', async () => {
  await client.query('SELECT pg_advisory_lock(7305001)');
  await expect(run({ queueMs: 100 })).rejects.toThrow('Another process has been migrating this database');
});

describe('a file outside a transaction', () => {
  const index = 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_n ON a (n);';

  beforeEach(async () => {
    await put('0001_a.sql', 'CREATE TABLE a (n int);');
    await put('0002_b.sql', `-- no transaction\n${index}\nCOMMENT ON INDEX a_n IS 'one; each';\n`);
  });

  it('is run statement by statement', async () => {
    expect(await run()).toEqual(['0001_a.sql', '0002_b.sql']);
    const { rows } = await client.query(`SELECT obj_description('a_n'::regclass) AS comment`);
    expect(rows).toEqual([{ comment: 'one; each' }]);
  });

  it('starts again after a failure, after dropping the unfinished index', async () => {
    await run({ wanted: (name) => name === '0001_a.sql' });
    await client.query('INSERT INTO a VALUES (1), (1)');
    await expect(run()).rejects.toThrow('could not create unique index');
    await client.query('TRUNCATE a');
    expect(await run()).toEqual(['0002_b.sql']);
    const { rows } = await client.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_n'::regclass`);
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it('gets its index even while other servers wait to migrate', async () => {
    const runs = await Promise.all([run(), run(), run()]);
    expect(runs.flat()).toEqual(['0001_a.sql', '0002_b.sql']);
  });
});
