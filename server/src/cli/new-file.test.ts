import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withNewFile } from './new-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-file-'));
  path = join(folder, 'numbers.csv');
});
afterEach(() => rm(folder, { recursive: true }));

it('writes a file that only its owner can read', async () => {
  await withNewFile(path, (write) => write('secret'));
  expect(await readFile(path, 'utf8')).toBe('secret');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('removes the file if the work fails afterwards', async () => {
  const work = withNewFile(path, async (write) => {
    await write('secret');
    throw new Error('no commit');
  });
  await expect(work).rejects.toThrow('no commit');
  expect(await readdir(folder)).toEqual([]);
});

it('refuses to overwrite a file and leaves it as it is', async () => {
  await writeFile(path, 'old');
  await expect(withNewFile(path, (write) => write('new'))).rejects.toMatchObject({ ending: 'usage' });
  expect(await readFile(path, 'utf8')).toBe('old');
});

it('writes nothing without a path', async () => {
  expect(await withNewFile(undefined, (write) => write('secret').then(() => 'done'))).toBe('done');
  expect(await readdir(folder)).toEqual([]);
});
