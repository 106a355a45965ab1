import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makePool, type Pool } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { migrate, migrationNames } from '../platform/migrate.ts';
import { runCli } from '../testing/cli.ts';
import { createDatabase } from '../testing/database.ts';
import { makeWorld } from '../testing/world.ts';

interface Place {
  env: Record<string, string>;
  pool: Pool;
  close(): Promise<void>;
}

/** A database and a data folder: either may be empty. */
async function place(from?: 'template0'): Promise<Place> {
  const database = await createDatabase(inject('postgresUrl'), from);
  const dataDir = await mkdtemp(join(tmpdir(), 'recline-place-'));
  const pool = makePool(database.url, { max: 3 });
  return {
    env: { DATABASE_URL: database.url, DATA_DIR: dataDir },
    pool,
    async close() {
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The full content of a database: every row of every table, and the values of its sequences. */
async function contents(pool: Pool): Promise<Record<string, string[]>> {
  const tables = await pool.query<{ name: string; columns: string }>(
    `SELECT relname::text AS name, CASE relkind WHEN 'S' THEN '(last_value, is_called)' ELSE 't' END AS columns
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') AND relname <> 'migrations'`,
  );
  const all: Record<string, string[]> = {};
  for (const { name, columns } of tables.rows) {
    const text = `SELECT ${columns}::text AS row FROM ${pg.escapeIdentifier(name)} t ORDER BY 1`;
    all[name] = (await pool.query<{ row: string }>(text)).rows.map(({ row }) => row);
  }
  return all;
}

async function fillWith(pool: Pool, dataDir: string): Promise<void> {
  const world = makeWorld(pool);
  const outlet = await world.outlet({ name: '万象城 "L3"\t\\n' });
  const { deviceId } = await world.device(outlet);
  const manager = await world.manager([outlet]);
  await world.consumer({ boundTo: outlet });
  await world.order(deviceId, { couponProperty: 'discount', amount: 800 });
  const { id } = await world.order(deviceId, { type: 'coin', at: new Date('2025-02-28T23:59:59.999Z') });
  await world.order(deviceId, { status: 'failed' });
  await pool.query(`DELETE FROM orders WHERE status = 'failed'`); // its id must not be reused
  await pool.query(
    `INSERT INTO ledger (order_id, kind, provider, amount, currency, provider_ref, at) VALUES ($1, 'paid', 'coin', 100, 'CNY', E'a\\tb\\n\\\\N', now())`,
    [id],
  );
  await pool.query(
    `INSERT INTO files (account_id, key, url, content_type, bytes, stored) VALUES ($1, 'a', 'b', 'image/png', 3, 'one')`,
    [manager.accountId],
  );
  await mkdir(join(dataDir, 'files/deep'), { recursive: true });
  await writeFile(join(dataDir, 'files/one'), Buffer.from([0, 255, 10]));
  await mkdir(join(dataDir, 'bills/wechat'), { recursive: true });
  await writeFile(join(dataDir, 'bills/wechat/2026-11-14.gz'), 'a bill');
  await writeFile(join(dataDir, 'bills/wechat/2026-11-15.gz.part'), 'one that is not complete');
  await writeFile(join(dataDir, 'files/deep/empty'), '');
  await writeFile(join(dataDir, 'files/deep/large'), Buffer.alloc(300_000, 'x'));
}

let source: Place;
let target: Place;
let archive: string;
const folderOf = ({ env }: Place) => env.DATA_DIR ?? '';

beforeAll(async () => {
  [source, target] = await Promise.all([place(), place('template0')]);
  await fillWith(source.pool, folderOf(source));
  if (process.getuid?.() === 0) await chown(folderOf(target), 65534, 65534);
  archive = join(folderOf(source), 'backup.tar.gz');
  const { code, stderr, stdout } = await runCli(['backup', archive], source.env);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^The backup of \S+ is in \S+backup\.tar\.gz: \d+ tables, \d+ rows, 3 files, 1 bill\.\n$/);
});
afterAll(() => Promise.all([source.close(), target.close()]));

describe('a restored backup', () => {
  it('equals the original: every table, every sequence, every file', async () => {
    const { code, stderr } = await runCli(['restore', archive, '--actor', 'mei'], target.env);
    expect([code, stderr]).toEqual([0, '']);
    const [before, after] = [await contents(source.pool), await contents(target.pool)];
    const { audit_log: log, audit_log_id_seq: _, ...tables } = after;
    const { audit_log: oldLog, audit_log_id_seq: __, ...expected } = before;
    expect(tables).toEqual(expected);
    expect(Object.values(tables).flat().length).toBeGreaterThan(20);
    expect(log).toEqual([...(oldLog ?? []), expect.stringContaining(',mei,restore,everything,')]);
    for (const name of ['one', 'deep/empty', 'deep/large']) {
      const bytes = await readFile(join(folderOf(target), 'files', name));
      expect(bytes.equals(await readFile(join(folderOf(source), 'files', name)))).toBe(true);
    }
    expect((await readdir(folderOf(target))).sort()).toEqual(['bills', 'files']);
    expect(await readdir(join(folderOf(target), 'bills/wechat'))).toEqual(['2026-11-14.gz']);
  });

  it('has files that only the owner of the data folder can read, even if root restored them', async () => {
    const dataDir = folderOf(target);
    const { uid, gid } = await stat(dataDir);
    const facts = async (name: string) => {
      const found = await stat(join(dataDir, name));
      return { mode: found.mode & 0o777, uid: found.uid, gid: found.gid };
    };
    for (const folder of ['files', 'files/deep']) expect(await facts(folder)).toEqual({ mode: 0o700, uid, gid });
    for (const file of ['files/one', 'files/deep/large']) expect(await facts(file)).toEqual({ mode: 0o600, uid, gid });
  });

  it('can be used: statistics are counted and money stays append-only', async () => {
    const world = makeWorld(target.pool);
    const { deviceId } = await world.device(await world.outlet());
    await world.order(deviceId, { amount: 700 });
    expect((await runCli(['statistics', 'check'], target.env)).code).toBe(0);
    await expect(target.pool.query('DELETE FROM ledger')).rejects.toThrow('ledger is append-only');
  });

  it('of an older version is brought up to date', async () => {
    const [old, fresh] = await Promise.all([place('template0'), place('template0')]);
    const [first = '', ...later] = await migrationNames();
    expect(later.length).toBeGreaterThan(0);
    await migrate(old.env.DATABASE_URL ?? '', makeLog('silent'), { wanted: (name) => name === first });
    await makeWorld(old.pool).outlet({ name: 'Old' });
    const file = join(folderOf(old), 'old.tar.gz');
    expect((await runCli(['backup', file], old.env)).code).toBe(0);
    expect((await runCli(['restore', file], fresh.env)).code).toBe(0);
    const { rows } = await fresh.pool.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
    expect(rows.map(({ name }) => name)).toEqual([first, ...later]);
    expect((await runCli(['outlet', 'list'], fresh.env)).stdout).toContain('Old');
    await Promise.all([old.close(), fresh.close()]);
  });
});

it('a backup is readable by its owner alone', async () => {
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
});

describe('restore refuses', () => {
  const refusal = async (file: string, into: Place) => {
    const before = await contents(into.pool);
    const { code, stderr } = await runCli(['restore', file], into.env);
    expect(await contents(into.pool)).toEqual(before);
    return [code, stderr];
  };

  it('a database with rows in it', async () => {
    const env = { ...source.env, DATA_DIR: join(folderOf(source), 'elsewhere') };
    expect(await refusal(archive, { ...source, env })).toEqual([
      4,
      expect.stringMatching(/^The database is not empty: \w+ has rows\.\n$/),
    ]);
  });

  it('a data folder with files in it', async () => {
    expect(await refusal(archive, source)).toEqual([4, expect.stringMatching(/files is not empty\.\n$/)]);
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)],
    ['with a changed byte', (bytes: Buffer) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1)],
    ['that is no archive', () => Buffer.from('not an archive')],
  ])('a backup %s, leaving nothing behind', async (_title, damage) => {
    const empty = await place('template0');
    const file = join(folderOf(source), 'damaged.tar.gz');
    await writeFile(file, damage(await readFile(archive)));
    expect(await refusal(file, empty)).toEqual([4, expect.stringMatching(/damaged|too early/)]);
    expect(await readdir(folderOf(empty))).toEqual([]);
    await truncate(file, 0);
    await empty.close();
  });
});

describe('statistics', () => {
  it('that were changed by hand are found and rebuilt', async () => {
    await source.pool.query('UPDATE revenue SET cash_gross = cash_gross + 1');
    const { code, stderr } = await runCli(['statistics', 'check'], source.env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('`recline statistics rebuild`')]);
    expect((await runCli(['statistics', 'rebuild'], source.env)).stdout).toMatch(/[1-9]\d* rows? differed/);
    expect((await runCli(['statistics', 'check'], source.env)).code).toBe(0);
  });
});
