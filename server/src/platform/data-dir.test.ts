import { spawn } from 'node:child_process';
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimDataDir } from './data-dir.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recline-claim-'));
});
afterAll(() => rm(directory, { recursive: true }));

const claimInAnotherProcess = async () => {
  const module = join(import.meta.dirname, 'data-dir.ts');
  const code = `const m = await import(${JSON.stringify(module)}); await m.claimDataDir(${JSON.stringify(directory)}); console.log('claimed'); setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
};

describe('a data folder', () => {
  it('is refused while another server uses it, and free again after a kill -9', async () => {
    const other = await claimInAnotherProcess();
    await expect(claimDataDir(directory)).rejects.toThrow(`process ${other.pid}`);
    const ended = new Promise((resolve) => other.once('exit', resolve));
    other.kill('SIGKILL');
    await ended;
    const release = await claimDataDir(directory);
    await release();
  });

  it('is free when the process id of an old claim now belongs to a younger process', async () => {
    await writeFile(join(directory, 'server.pid'), `${process.ppid} 1`);
    await claimDataDir(directory);
    expect(await readFile(join(directory, 'server.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  });

  it.skipIf(process.getuid?.() !== 0)('of another user is refused as root, with the user to run as', async () => {
    const others = await mkdtemp(join(tmpdir(), 'recline-others-'));
    await chown(others, 65534, 65534);
    await expect(claimDataDir(others)).rejects.toThrow(/belongs to (nobody|#65534): run this as that user/);
    expect(await readdir(others)).toEqual([]);
    await rm(others, { recursive: true });
  });
});
