import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface SeparatePackages {
  folder: string;
  npm(...args: string[]): void;
}

/** Installs the packages of `bench/<name>`, once, in `.cache/<name>`: only one benchmark needs them. */
export function installSeparately(name: 'peer' | 'lighthouse', probe: string): SeparatePackages {
  const folder = join(root, '.cache', name);
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'bench', name), folder, { recursive: true });
  const npm = (...args: string[]) =>
    void execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(join(folder, 'node_modules', probe))) {
    console.log(`Installing ${probe} (about a minute, once) …`);
    npm('install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error');
  }
  return { folder, npm };
}
