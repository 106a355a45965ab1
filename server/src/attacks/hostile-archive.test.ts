import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gzipSync } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Manifest } from '../cli/archive.ts';
import { makePool, type Pool } from '../platform/db.ts';
import { runCli } from '../testing/cli.ts';
import { createDatabase } from '../testing/database.ts';
import { makeWorld } from '../testing/world.ts';

/**
 * The restore of an archive that somebody altered. Each case breaks one thing; everything else is complete and has the
 * right checksums.
 */

interface Entry extends Partial<Header> {
  name: string;
  content: Buffer;
}

let folder: string;
let databaseUrl: string;
let drop: () => Promise<void>;
let pool: Pool;
let original: Entry[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-hostile-'));
  const source = await createDatabase(inject('postgresUrl'));
  const sourcePool = makePool(source.url, { max: 2 });
  await makeWorld(sourcePool).outlet();
  await sourcePool.end();
  const file = join(folder, 'good.tar.gz');
  const dataDir = join(folder, 'source');
  expect((await runCli(['backup', file], { DATABASE_URL: source.url, DATA_DIR: dataDir })).code).toBe(0);
  await source.drop();
  original = await entriesOf(file);
  ({ url: databaseUrl, drop } = await createDatabase(inject('postgresUrl'), 'template0'));
  pool = makePool(databaseUrl, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await drop();
  await rm(folder, { recursive: true, force: true });
});

async function entriesOf(file: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  const reader = createReadStream(file).pipe(createGunzip()).pipe(extract());
  for await (const entry of reader) entries.push({ name: entry.header.name, content: await buffer(entry) });
  return entries;
}

const without = (name: string) => original.filter((entry) => entry.name !== name);
const manifestOf = () => JSON.parse(String(original.find(({ name }) => name === 'manifest.json')?.content)) as Manifest;
const withManifest = (change: (manifest: Manifest) => unknown): Entry[] => {
  const manifest = manifestOf();
  const changed = change(manifest) ?? manifest;
  return [...without('manifest.json'), { name: 'manifest.json', content: Buffer.from(JSON.stringify(changed)) }];
};
const sumOf = (content: Buffer) => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});
/** Puts a file into the archive and its checksum into the manifest. */
const withFile = (entry: Entry): Entry[] => {
  const named = { name: entry.name.replace(/^files\//, ''), ...sumOf(entry.content) };
  return [entry, ...withManifest((manifest) => ({ ...manifest, files: [named] }))];
};
/** Puts a table into the archive, as if it were one of ours. */
const withTable = (name: string, columns: string[], text: string): Entry[] => {
  const content = Buffer.from(text);
  const table = { name, columns, rows: 1, ...sumOf(content) };
  const changed = withManifest((manifest) => ({ ...manifest, tables: [...manifest.tables, table] }));
  return [{ name: `tables/${name}.copy`, content }, ...changed];
};

async function archiveOf(entries: Entry[]): Promise<string> {
  const file = join(folder, 'hostile.tar.gz');
  const archive = pack();
  const written = pipeline(archive, createGzip(), createWriteStream(file));
  for (const { content, ...header } of entries) archive.entry(header, content);
  archive.finalize();
  await written;
  return file;
}

/** The state after a restore into an empty database and data folder: still empty. */
async function restoring(file: string) {
  const dataDir = await mkdtemp(join(folder, 'target-'));
  const ended = await runCli(['restore', file], { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const left = await readdir(dataDir, { recursive: true });
  const outlets = `SELECT to_regclass('outlets') IS NOT NULL AND EXISTS (SELECT FROM pg_stat_user_tables) AS there`;
  const { rows } = await pool.query<{ there: boolean }>(outlets);
  const filled = rows[0]?.there ? (await pool.query('SELECT FROM outlets')).rowCount : 0;
  return { ...ended, left, filled };
}

describe('a restore', () => {
  it.each<[string, () => Entry[]]>([
    ['a step up', () => withFile({ name: 'files/../../escaped', content: Buffer.from('x') })],
    ['an absolute path', () => withFile({ name: '/tmp/recline-escaped', content: Buffer.from('x') })],
    ['a name with a NUL', () => withFile({ name: 'files/a\u0000b', content: Buffer.from('x') })],
    [
      'a symbolic link',
      () => withFile({ name: 'files/a', type: 'symlink', linkname: '/etc/passwd', content: Buffer.alloc(0) }),
    ],
    [
      'a hard link',
      () => withFile({ name: 'files/a', type: 'link', linkname: '/etc/passwd', content: Buffer.alloc(0) }),
    ],
    ['a device', () => withFile({ name: 'files/a', type: 'character-device', content: Buffer.alloc(0) })],
    ['a pipe', () => withFile({ name: 'files/a', type: 'fifo', content: Buffer.alloc(0) })],
    ['a folder', () => [{ name: 'files', type: 'directory', content: Buffer.alloc(0) }, ...original]],
    ['a file that the manifest does not name', () => [{ name: 'files/a', content: Buffer.from('x') }, ...original]],
    [
      'a wrong checksum',
      () =>
        withFile({ name: 'files/a', content: Buffer.from('x') }).map((entry) =>
          entry.name === 'files/a' ? { ...entry, content: Buffer.from('y') } : entry,
        ),
    ],
    ['a missing table', () => without('tables/outlets.copy')],
    ['no manifest', () => without('manifest.json')],
    [
      'a manifest that is no JSON',
      () => [...without('manifest.json'), { name: 'manifest.json', content: Buffer.from('{') }],
    ],
    [
      'an unknown migration',
      () => withManifest((manifest) => ({ ...manifest, migrations: [...manifest.migrations, '9999-evil.sql'] })),
    ],
    ['a table of the migrations', () => withTable('migrations', ['name', 'checksum'], 'x\ty\n')],
    ['a table of the system', () => withTable('pg_authid', ['rolname'], 'evil\n')],
    ['a table whose name is SQL', () => withTable('outlets"; DROP TABLE accounts; --', ['id'], '1\n')],
    [
      'a column whose name is SQL',
      () =>
        withManifest((manifest) => {
          manifest.tables[0]?.columns.push("id) FROM PROGRAM 'touch /tmp/recline-escaped' --");
        }),
    ],
    [
      'a sequence of another table',
      () =>
        withManifest((manifest) => {
          manifest.sequences.push({ table: 'pg_class', column: 'oid', lastValue: '1', isCalled: true });
        }),
    ],
    [
      'one table twice',
      () => withManifest((manifest) => ({ ...manifest, tables: [...manifest.tables, ...manifest.tables.slice(0, 1)] })),
    ],
  ])('of an archive with %s is refused, and leaves nothing behind', async (_what, entries) => {
    const { code, left, filled } = await restoring(await archiveOf(entries()));
    expect(code).not.toBe(0);
    expect(left).toEqual([]);
    expect(filled).toBe(0);
    expect(await readdir(tmpdir())).not.toContain('recline-escaped');
  });

  it('of an entry larger than the disk is refused before the disk is full', async () => {
    const archive = pack();
    archive.entry({ name: 'files/huge', size: 2 ** 52 });
    await once(archive, 'readable');
    const header = archive.read() as Buffer;
    archive.destroy();
    const file = join(folder, 'huge.tar.gz');
    await writeFile(file, gzipSync(Buffer.concat([header, Buffer.alloc(1024 * 1024)])));
    const { code, stderr, left } = await restoring(file);
    expect(code).not.toBe(0);
    expect(stderr).toContain('does not fit on the disk');
    expect(left).toEqual([]);
  });

  it('that is refused prints no control sequence to the terminal', async () => {
    const file = await archiveOf([
      { name: 'files/\u001b]0;owned\u0007\u009b2J', content: Buffer.from('x') },
      ...original,
    ]);
    const { stderr } = await restoring(file);
    expect(stderr).toContain('\\u001b');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  it('of the unaltered archive succeeds', async () => {
    const { code, filled } = await restoring(await archiveOf(original));
    expect(code).toBe(0);
    expect(filled).toBe(1);
  });
});
