import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A copy of the project whose files can be changed. The installed packages are shared. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'recline-mutate-'));
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of list.toString().split('\n').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { force: true });
  }
  cpSync(join(root, 'web/dist'), join(copy, 'web/dist'), { recursive: true });
  for (const place of ['.', 'contract', 'provider-simulator', 'server', 'simulator', 'web']) linkPackages(copy, place);
  return copy;
}

/** Dependencies are those of the project; the project's own packages are those of the copy. */
function linkPackages(copy: string, place: string): void {
  const installed = join(root, place, 'node_modules');
  const links = join(copy, place, 'node_modules');
  for (const name of entries(installed)) {
    const isOurs = name === '@recline';
    mkdirSync(isOurs ? join(links, name) : links, { recursive: true });
    if (!isOurs) symlinkSync(join(installed, name), join(links, name));
    for (const own of isOurs ? entries(join(installed, name)) : [])
      symlinkSync(realpathSync(join(installed, name, own)).replace(realpathSync(root), copy), join(links, name, own));
  }
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // a workspace without packages of its own
  }
}
