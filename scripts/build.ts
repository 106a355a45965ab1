import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isMain } from '@recline/server/platform/is-main';
import { keepAssets } from './previous-assets.ts';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'web/dist/.built-from');
const sources = ['web', 'contract'];

/** Builds the web app, unless it is up to date with its sources. A build that failed leaves no stamp. */
export function buildWeb(): void {
  const fingerprint = fingerprintOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  if (!existsSync(join(root, 'node_modules/vite')))
    throw new Error('The web app is not built, and what builds it is not installed: run `npm ci` without --omit=dev.');
  console.log('Building the web app …');
  keepAssets(join(root, 'web/dist/assets'), join(root, 'web/previous/assets'));
  execFileSync(process.execPath, ['build.ts'], { cwd: join(root, 'web'), stdio: 'inherit' });
  writeFileSync(stamp, fingerprint);
}

function fingerprintOfSources(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const path of sources.flatMap((source) => filesIn(join(root, source))))
    hash.update(relative(root, path)).update(readFileSync(path));
  return hash.digest('hex');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', 'previous'].includes(name) && !/\.test\.tsx?$/.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
    .sort();
}

if (isMain(import.meta)) buildWeb();
