import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeLog } from '../log.ts';
import { startPostgres } from './embedded.ts';
import { clusterPlace, rememberPlace } from './place.ts';

/** A user with access only to folders that are open to all. */
const owner = { uid: 65_534, gid: 65_534 };
let folder: string;
let outside: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-place-'));
  outside = join(folder, 'outside');
  await mkdir(outside);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A data folder with its cluster, as `startPostgres` leaves it. */
async function made(name: string): Promise<{ directory: string; place: string }> {
  const directory = join(folder, name, 'postgres');
  await mkdir(join(folder, name), { recursive: true });
  const place = await clusterPlace(directory, owner, outside);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'PG_VERSION'), '18');
  await writeFile(`${directory}.password`, 'x');
  await rememberPlace(directory, place);
  return { directory, place };
}
const move = async (from: string, to: string) => {
  await rename(join(folder, from), join(folder, to));
  return join(folder, to, 'postgres');
};

describe('a database whose user has no access to the data folder', () => {
  it('is kept outside, and found there again', async () => {
    const { directory, place } = await made('data');
    expect(place.startsWith(outside)).toBe(true);
    expect(await clusterPlace(directory, owner, outside)).toBe(place);
  });

  it('is found when the data folder was moved', async () => {
    const { place } = await made('data');
    const moved = await move('data', 'moved');
    expect(await clusterPlace(moved, owner, outside)).toBe(place);
  });

  it('is not reused for a new one when the data folder was deleted', async () => {
    const { directory, place } = await made('data');
    await rm(join(folder, 'data'), { recursive: true });
    const next = await clusterPlace(directory, owner, outside);
    expect(next).not.toBe(place);
    expect((await made('data')).place).toBe(next);
  });

  it('is refused for a copy of the data folder', async () => {
    const { directory, place } = await made('data');
    await cp(join(folder, 'data'), join(folder, 'copy'), { recursive: true });
    const copy = join(folder, 'copy', 'postgres');
    await expect(clusterPlace(copy, owner, outside)).rejects.toThrow(`The database in ${place} belongs to`);
    expect(await clusterPlace(directory, owner, outside)).toBe(place);
  });

  it('that is missing is not silently replaced by an empty one', async () => {
    const { directory, place } = await made('data');
    await rm(place, { recursive: true });
    await expect(clusterPlace(directory, owner, outside)).rejects.toThrow(`was in ${place}, and is no longer there`);
  });

  it('of an older version is found, and refused if its folder was moved earlier', async () => {
    const { directory, place } = await made('data');
    await rm(`${directory}.place`);
    expect(await clusterPlace(directory, owner, outside)).toBe(place);
    const moved = await move('data', 'moved');
    await expect(clusterPlace(moved, owner, outside)).rejects.toThrow('is no longer there');
  });
});

it('an interrupted creation is repeated', async () => {
  const directory = join(folder, 'postgres');
  await mkdir(`${directory}.new`);
  await writeFile(`${directory}.password`, 'x');
  expect(await clusterPlace(directory, undefined, outside)).toBe(directory);
});

it.runIf(process.getuid?.() === 0)('as root in a closed folder, data survives a move of the folder', async () => {
  await chmod(folder, 0o700);
  const log = makeLog('silent');
  const query = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ n: number }>(text);
    await client.end();
    return rows;
  };
  const first = await startPostgres(join(folder, 'data/postgres'), log, ['fsync=off']);
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  await first.stop();
  expect(await readFile(join(folder, 'data/postgres.place'), 'utf8')).toBe(first.directory);
  const second = await startPostgres(await move('data', 'moved'), log, ['fsync=off']);
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  await second.stop();
  const beside = (await readdir('/var/lib')).filter((name) => join('/var/lib', name).startsWith(second.directory));
  for (const name of beside) await rm(join('/var/lib', name), { recursive: true });
});
