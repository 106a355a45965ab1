import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepAssets } from './previous-assets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-assets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const day = 24 * 3600_000;
const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * day);

it('assets of earlier builds are kept for a week after they were replaced', async () => {
  const [built, kept] = [join(folder, 'dist'), join(folder, 'previous')];
  const build = async (name: string) => {
    await rm(built, { recursive: true, force: true });
    await mkdir(built);
    await writeFile(join(built, name), name);
  };
  keepAssets(built, kept, at(0)); // the first build replaces nothing
  expect(await readdir(kept)).toEqual([]);
  await build('app-1.js');
  keepAssets(built, kept, at(100));
  await build('app-2.js');
  keepAssets(built, kept, at(105));
  expect((await readdir(kept)).toSorted()).toEqual(['app-1.js', 'app-2.js']);
  expect(await readFile(join(kept, 'app-1.js'), 'utf8')).toBe('app-1.js');
  await build('app-3.js');
  keepAssets(built, kept, at(108));
  expect((await readdir(kept)).toSorted()).toEqual(['app-2.js', 'app-3.js']);
});
