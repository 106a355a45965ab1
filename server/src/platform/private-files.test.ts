import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnServer } from '../testing/process.ts';
import { closeDataDir } from './data-dir.ts';

const isRoot = process.getuid?.() === 0;
const recline = join(import.meta.dirname, '../cli/recline.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-private-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

/** Everything below the folder that another user may list or read. */
async function openBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true });
  const modes = await Promise.all(entries.map(async (name) => [name, await modeOf(join(directory, name))] as const));
  // A socket has no content; access to it depends on its folder.
  return modes.filter(([name, mode]) => mode & 0o077 && !name.includes('.s.PGSQL')).map(([name]) => name);
}

describe('the data folder', () => {
  it('of a running server contains nothing that another user may list or read', async () => {
    await chmod(folder, 0o755); // the database's user has access, so its files are in the data folder
    const data = join(folder, 'new', 'data');
    const umask = process.umask(0o022); // the usual umask
    const server = await spawnServer({ DATA_DIR: data });
    process.umask(umask);
    const open = await openBelow(data);
    const mode = await modeOf(data);
    process.kill(server.pid, 'SIGTERM');
    await server.ended;
    expect(open).toEqual([]);
    expect(mode.toString(8)).toBe(isRoot ? '711' : '700');
    if (isRoot) expect(readAs(65_534, data)).not.toBe(0);
  });

  it('that an earlier version left open is made private, as far as we own it', async () => {
    const bills = join(folder, 'bills');
    await mkdir(join(bills, 'wechat'), { recursive: true });
    await writeFile(join(bills, 'wechat', '2026-11-14.gz'), 'x', { mode: 0o644 });
    await Promise.all([bills, folder].map((path) => chmod(path, 0o755)));
    await closeDataDir(folder);
    expect([await modeOf(bills), await modeOf(folder)]).toEqual([0o700, isRoot ? 0o711 : 0o700]);
  });

  it('that contains other files too keeps its mode', async () => {
    await mkdir(join(folder, 'bills'));
    await writeFile(join(folder, 'notes.txt'), 'x', { mode: 0o644 });
    await Promise.all([join(folder, 'bills'), folder].map((path) => chmod(path, 0o755)));
    await closeDataDir(folder);
    expect([await modeOf(join(folder, 'notes.txt')), await modeOf(folder)]).toEqual([0o644, 0o755]);
    expect(await modeOf(join(folder, 'bills'))).toBe(0o700);
  });
});

/** The exit code of listing the folder as another user. */
const readAs = (uid: number, path: string) => spawnSync('ls', [path], { uid, gid: uid, stdio: 'ignore' }).status;

describe.skipIf(!isRoot)('a command that root runs (needs root)', () => {
  it('leaves only files that the owner of the data folder owns; the audit log names who ran it, an error the user that it ran as', async () => {
    await chmod(folder, 0o755);
    const data = join(folder, 'data');
    await mkdir(data, { mode: 0o700 });
    await chown(data, 65_534, 65_534);
    const env = { ...process.env, DATA_DIR: data, SUDO_USER: undefined };
    const outlet = '--name Mall --address x --latitude 1 --longitude 1 --currency CNY --zone Asia/Shanghai'.split(' ');
    execFileSync(process.execPath, [recline, 'outlet', 'add', ...outlet], { env });
    expect(String(execFileSync(process.execPath, [recline, 'audit', 'list'], { env }))).toContain('root@');
    const csv = join(data, 'orders.csv');
    execFileSync(process.execPath, [recline, 'order', 'export', csv], { env });
    const owners = await Promise.all((await readdir(data)).map(async (name) => (await stat(join(data, name))).uid));
    expect([...new Set(owners)]).toEqual([65_534]);
    expect(await modeOf(csv)).toBe(0o600);
    const elsewhere = spawnSync(process.execPath, [recline, 'order', 'export', join(folder, 'orders.csv')], { env });
    expect(String(elsewhere.stderr)).toMatch(/cannot be written: EACCES.* \(as nobody\)/);
  });

  it('runs as an owner without an account on the machine', async () => {
    await chown(folder, 54_321, 54_321);
    const env = { ...process.env, DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_DIR: folder };
    const { stderr } = spawnSync(process.execPath, [recline, 'status'], { env, encoding: 'utf8' });
    expect(stderr).toContain('ECONNREFUSED');
  });
});

describe.skipIf(!isRoot)('a command run by another user (needs root)', () => {
  it('names the owner of the data folder', async () => {
    await chmod(folder, 0o755);
    const data = join(folder, 'data');
    await mkdir(data, { mode: 0o700 });
    const env = { ...process.env, DATA_DIR: data };
    const { stderr, status } = spawnSync(process.execPath, [recline, 'status'], { env, uid: 65_534, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${data} belongs to root: run this as that user`)]);
  });

  it('says which settings it may not read, and as whom', async () => {
    await chmod(folder, 0o755);
    const file = join(folder, 'recline.env');
    await writeFile(file, 'DEMO=0\n', { mode: 0o600 });
    const env = { ...process.env, RECLINE_ENV_FILE: file };
    const { stderr, status } = spawnSync(process.execPath, [recline, 'status'], { env, uid: 65_534, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, `EACCES: permission denied, open '${file}' (as nobody)\n`]);
  });
});
