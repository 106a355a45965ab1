import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { record } from '../features/audit/index.ts';
import { makeLog } from '../platform/log.ts';
import { appliedMigrations, migrate, migrationNames } from '../platform/migrate.ts';
import {
  type ArchiveWriter,
  billEntry,
  fileEntry,
  type Manifest,
  readArchive,
  tableEntry,
  writeArchive,
} from './archive.ts';
import { command, optional, required } from './command.ts';
import type { Context } from './context.ts';
import * as dump from './dump.ts';
import { refused, usage } from './failure.ts';
import { plural, said } from './output.ts';
import { version } from './version.ts';

const filesOf = ({ env }: Context) => join(env.DATA_DIR, 'files');
const billsOf = ({ env }: Context) => join(env.DATA_DIR, 'bills');

/** Runs `work` on a connection without the pool's timeouts. */
async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'recline' });
  client.on('error', () => {}); // the next query fails by itself
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const backup = command({
  name: 'backup',
  summary: 'Writes the database and the files into one archive; the server keeps running',
  notes:
    'The archive (.tar.gz) holds secrets and hashes of passwords: keep it as safe as the server.\nFiles in an OSS bucket are not included.',
  arguments: { file: optional('FILE', 'A new file; recline-<time>.tar.gz, if not given', z.string()) },
  schema: 'any',
  examples: ['backup', 'backup /var/backups/recline-monday.tar.gz'],
  async run(context, { file }) {
    const createdAt = context.clock().toISOString();
    const target = resolve(file ?? `recline-${createdAt.replace(/[:.]/g, '-')}.tar.gz`);
    if (existsSync(target)) throw usage(`${target} is there already.`);
    if (!existsSync(dirname(target))) throw usage(`There is no folder ${dirname(target)}.`);
    const draft = await mkdtemp(join(dirname(target), '.recline-backup-'));
    try {
      const archive = writeArchive(join(draft, 'archive'));
      const manifest = await fill(context, archive, draft, createdAt).catch(async (error) => {
        await archive.abandon();
        throw error;
      });
      await rename(join(draft, 'archive'), target);
      return describe(`is in ${target}`, manifest, { file: target, bytes: (await stat(target)).size });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  },
});

async function fill(context: Context, archive: ArchiveWriter, draft: string, createdAt: string): Promise<Manifest> {
  const database = await connected(context.databaseUrl, async (client) => {
    await dump.beginSnapshot(client);
    const migrations = await appliedMigrations(client);
    const tables: Manifest['tables'] = [];
    for (const table of await dump.tablesInOrder(client)) {
      const spool = join(draft, 'table');
      const rows = await dump.copyOut(client, table, createWriteStream(spool));
      tables.push({ ...table, rows, ...(await archive.add(tableEntry(table.name), spool)) });
    }
    return { migrations, tables, sequences: await dump.readSequences(client) };
  });
  const files = await addFiles(archive, filesOf(context), fileEntry);
  const bills = await addFiles(archive, billsOf(context), billEntry);
  const manifest: Manifest = { format: 1, recline: version, createdAt, ...database, files, bills };
  await archive.finish(manifest);
  return manifest;
}

/** Files come after the tables, so that the backup has every file that a row refers to. */
async function addFiles(
  archive: ArchiveWriter,
  directory: string,
  entryOf: (name: string) => string,
): Promise<Manifest['files']> {
  const entries = existsSync(directory) ? await readdir(directory, { recursive: true, withFileTypes: true }) : [];
  const files: Manifest['files'] = [];
  for (const entry of entries.filter((each) => each.isFile() && !each.name.endsWith('.part'))) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path);
    if (existsSync(path)) files.push({ name, ...(await archive.add(entryOf(name), path)) });
  }
  return files;
}

function describe(what: string, { tables, files, bills, createdAt }: Manifest, more: object) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const text = `The backup of ${createdAt} ${what}: ${plural(tables.length, 'table')}, ${plural(rows, 'row')}, ${plural(files.length, 'file')}${bills.length === 0 ? '' : `, ${plural(bills.length, 'bill')}`}.`;
  return said(text, { ...more, createdAt, tables: tables.length, rows, files: files.length });
}

const restore = command({
  name: 'restore',
  summary: 'Restores a backup into an empty database and an empty data folder',
  notes: 'Every checksum is verified first. A backup of an older version is migrated.',
  arguments: { file: required('FILE', 'The backup', z.string()) },
  examples: ['restore /var/backups/recline-monday.tar.gz'],
  schema: 'any',
  creates: true,
  async run(context, { file }) {
    if (!existsSync(file)) throw usage(`There is no file ${file}.`);
    const files = filesOf(context);
    for (const folder of [files, billsOf(context)])
      if (existsSync(folder) && (await readdir(folder)).length > 0) throw refused(`${folder} is not empty.`);
    await mkdir(context.env.DATA_DIR, { recursive: true });
    const draft = await mkdtemp(join(context.env.DATA_DIR, '.restore-'));
    try {
      const manifest = await readArchive(file, draft);
      await prepare(context, manifest);
      await connected(context.databaseUrl, (client) => load(client, manifest, draft, context));
      await migrate(context.databaseUrl, makeLog('silent'));
      await record(context.pool, context.actor, 'restore', 'everything', null, { createdAt: manifest.createdAt });
      return describe('was restored', manifest, { file: resolve(file) });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  },
});

/** Applies to an empty database exactly the migrations that the backup was made with. */
async function prepare({ databaseUrl }: Context, { migrations }: Manifest): Promise<void> {
  const known = await migrationNames();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw refused(`The backup is of a newer version (${unknown.join(', ')}): upgrade first.`);
  await connected(databaseUrl, async (client) => {
    const extra = (await appliedMigrations(client)).filter((name) => !migrations.includes(name));
    if (extra.length > 0) throw refused('The database is not empty, and newer than the backup: make a new one.');
    for (const table of await dump.tablesInOrder(client)) {
      if (!(await dump.isEmpty(client, table))) throw refused(`The database is not empty: ${table.name} has rows.`);
    }
  });
  await migrate(databaseUrl, makeLog('silent'), { wanted: (name) => migrations.includes(name) });
}

/** The tables, columns and sequences of a backup are those of its version; a restore writes to no others. */
async function expectOwnTables(client: pg.Client, { tables, sequences }: Manifest): Promise<void> {
  const keys = (list: readonly dump.Table[]) => list.map(({ name, columns }) => [name, ...columns].join(' ')).sort();
  const own = await dump.tablesInOrder(client);
  const ownSequences = new Set((await dump.readSequences(client)).map(({ table, column }) => `${table} ${column}`));
  const isOwn =
    keys(tables).join() === keys(own).join() &&
    sequences.every(({ table, column }) => ownSequences.has(`${table} ${column}`));
  if (!isOwn) throw refused('The backup does not have the tables of its version.');
}

/** Loads all rows and files, or none. */
async function load(client: pg.Client, manifest: Manifest, draft: string, context: Context): Promise<void> {
  const { tables, sequences } = manifest;
  await expectOwnTables(client, manifest);
  await client.query('BEGIN');
  await dump.setTriggers(client, tables, false);
  for (const table of tables) {
    const rows = await dump.copyIn(client, table, createReadStream(join(draft, tableEntry(table.name))));
    if (rows !== table.rows) throw new Error(`${table.name}: ${rows} rows were read instead of ${table.rows}`);
  }
  await dump.setTriggers(client, tables, true);
  await dump.setSequences(client, sequences);
  if (manifest.files.length > 0) await putInPlace(join(draft, 'files'), filesOf(context));
  if (manifest.bills.length > 0) await putInPlace(join(draft, 'bills'), billsOf(context));
  await client.query('COMMIT');
}

async function putInPlace(from: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await handOver(from, dirname(folder));
  await rename(from, folder);
}

/** Files that root restores get the owner of the data folder, so that the server can open them. */
async function handOver(directory: string, dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  const entries = await readdir(directory, { recursive: true });
  for (const path of ['', ...entries]) await chown(join(directory, path), uid, gid);
}

export const backupCommands = [backup];
export const restoreCommands = [restore];
