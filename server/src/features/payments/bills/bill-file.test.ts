import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chunksOf, collect } from '../../../testing/collect.ts';
import { keepBill, readBillFile } from './bill-file.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recline-bill-'));
});
afterEach(() => rm(directory, { recursive: true }));

const where = () => ({ directory: join(directory, 'bills'), provider: 'wechat', day: '2026-11-14' });
const folder = () => join(directory, 'bills', 'wechat');
const textOf = async (file: string) => Buffer.concat(await collect(readBillFile(file))).toString();
const manyChunks = () => chunksOf(...Array.from({ length: 200 }, () => Buffer.alloc(64 * 1024, 'x')));

/** A disk that fails after `fails` bytes; its writes are slow, so that the writer has to wait. */
const failingDisk = (fails: number) => () => {
  let written = 0;
  return new Writable({
    highWaterMark: 16,
    write(chunk: Buffer, _encoding, done) {
      written += chunk.length;
      setImmediate(() => done(written > fails ? new Error('no space left') : null));
    },
  });
};

it('a bill is stored as received, and a later one replaces it', async () => {
  const first = await keepBill(where(), chunksOf(Buffer.from('one '), Buffer.from('bill')));
  expect(first).toMatchObject({ file: join(folder(), '2026-11-14.gz'), bytes: 8 });
  expect(await textOf(first.file)).toBe('one bill');
  await keepBill(where(), chunksOf(Buffer.from('another')));
  expect(await textOf(first.file)).toBe('another');
});

it('no other user of the machine can list or read it, whatever an earlier version or the umask allowed', async () => {
  const before = process.umask(0);
  try {
    await mkdir(folder(), { recursive: true, mode: 0o755 });
    await writeFile(join(folder(), '2026-11-14.gz.part'), 'of a server that was killed', { mode: 0o644 });
    const { file } = await keepBill(where(), chunksOf(Buffer.from('bill')));
    const modes = await Promise.all([where().directory, folder(), file].map(async (path) => (await stat(path)).mode));
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
  } finally {
    process.umask(before);
  }
});

it.each([0, 3_000])('a disk that fails after %i bytes fails the bill, and keeps the previous one', async (fails) => {
  const { file } = await keepBill(where(), chunksOf(Buffer.from('the one before')));
  await expect(keepBill(where(), manyChunks(), failingDisk(fails))).rejects.toThrow('no space left');
  expect(await textOf(file)).toBe('the one before');
});

it('a folder that cannot be made or written to fails the bill', async () => {
  await writeFile(join(directory, 'bills'), 'a file in its place');
  await expect(keepBill(where(), manyChunks())).rejects.toThrow();
});

it('a download that fails leaves no file', async () => {
  async function* failing() {
    yield Buffer.alloc(1024 * 1024, 'x');
    throw new Error('cut off');
  }
  await expect(keepBill(where(), failing())).rejects.toThrow('cut off');
  expect(await readdir(folder())).toEqual([]);
});

it('a file that is damaged cannot be read', async () => {
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), 'x.gz'), 'no gzip');
  await expect(textOf(join(folder(), 'x.gz'))).rejects.toThrow();
  await expect(textOf(join(folder(), 'none.gz'))).rejects.toThrow();
});
