import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Creates the links between the libraries of the embedded PostgreSQL. npm packages have no links: the package makes them
 * when it is installed, but not with `--ignore-scripts`.
 */
export async function ensureLinks(installed: string): Promise<void> {
  const list = join(installed, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  const placed = links.map(({ source, target }) => [source, target].map((path) => join(dirname(installed), path)));
  for (const [source = '', target = ''] of placed) {
    if (existsSync(target)) continue;
    await symlink(relative(dirname(target), source), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return; // another process made it
      throw new Error(`${target} is missing and cannot be created: run \`npm rebuild\` in the folder of Recline.`, {
        cause: error,
      });
    });
  }
}
