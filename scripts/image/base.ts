import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Stands in for the base image: a minimal Debian in a folder, made by debootstrap, with this machine's Node and npm. */

const text = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' }).trim();

/** Whether debootstrap is installed and has the rights that it needs here: root, and creating devices. */
export function canMakeBase(): boolean {
  if (process.getuid?.() !== 0 || spawnSync('which', ['debootstrap']).status !== 0) return false;
  const device = join(tmpdir(), `recline-device-${process.pid}`);
  const made = spawnSync('mknod', [device, 'c', '1', '3']).status === 0;
  rmSync(device, { force: true });
  return made;
}

function addNode(root: string): void {
  const local = join(root, 'usr/local');
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  cpSync(process.execPath, join(local, 'bin/node'));
  // The program is <npm>/bin/npm-cli.js.
  const npm = dirname(dirname(realpathSync(text('which', 'npm'))));
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
}

/** Programs inside use this machine's network. */
function connect(root: string): void {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const files = ['/etc/resolv.conf', '/etc/hosts', ...(NODE_EXTRA_CA_CERTS ? [NODE_EXTRA_CA_CERTS] : [])];
  for (const file of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    cpSync(file, join(root, file), { dereference: true });
  }
  const settings = text('npm', 'config', 'get', 'userconfig');
  if (existsSync(settings)) cpSync(settings, join(root, 'root/.npmrc'));
}

export function makeBase(root: string): void {
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root], { stdio: 'ignore' });
  addNode(root);
  connect(root);
}
