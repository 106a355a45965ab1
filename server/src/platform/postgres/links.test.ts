import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureLinks } from './links.ts';

let folder: string;
let installed: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-links-'));
  installed = join(folder, 'native');
  await mkdir(join(installed, 'lib'), { recursive: true });
  await writeFile(join(installed, 'lib/libpq.so.5.18'), 'the library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(installed, 'pg-symlinks.json'), JSON.stringify(links));
});
afterEach(() => rm(folder, { recursive: true }));

it('links that an install without scripts omitted are created at the start, relative to their folder', async () => {
  await Promise.all([ensureLinks(installed), ensureLinks(installed)]);
  await ensureLinks(installed);
  expect(await readlink(join(installed, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');
  expect(await readFile(join(installed, 'lib/libpq.so.5'), 'utf8')).toBe('the library');
});

it('a link that cannot be created is named, with the command that helps', async () => {
  await rm(join(installed, 'lib'), { recursive: true });
  await expect(ensureLinks(installed)).rejects.toThrow(/libpq\.so\.5 is missing .*npm rebuild/);
});
