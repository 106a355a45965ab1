import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, useCli } from '../testing/cli.ts';
import { makeWorld } from '../testing/world.ts';

const { run, env, pool } = useCli();

describe('help', () => {
  it.each([
    ['device', '--help'],
    ['device', '-h'],
    ['help', 'device'],
  ])('recline %s %s lists the commands about devices', async (...words) => {
    const { code, stdout } = await run(...words);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: recline device VERB');
    expect(stdout).toContain('device add');
    expect(stdout).not.toContain('outlet add');
  });

  it.each([
    ['help', 'device', 'add'],
    ['device', 'add', '--help'],
  ])('recline %s %s %s explains one command', async (...words) => {
    const { code, stdout } = await run(...words);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: recline device add --id DEVICE --outlet ID [options]');
  });

  it('of a command that does not exist says so', async () => {
    expect((await run('help', 'ghost')).code).toBe(2);
  });

  it('shows the option for the version; a command without its verb lists its verbs', async () => {
    expect((await run('--help')).stdout).toContain('--version');
    expect(await run('manager')).toMatchObject({
      code: 2,
      stderr: '`recline manager` needs one of: add, list, permissions, outlets, reset-password, disable, enable.\n',
    });
  });
});

describe('audit list', () => {
  const address = `${'Long Road '.repeat(12)}1`;
  beforeAll(async () => {
    const place = ['--latitude', '3', '--longitude', '101', '--currency', 'RM', '--zone', 'Asia/Kuala_Lumpur'];
    await run('outlet', 'add', '--name', 'Suria', '--address', 'A', ...place, '--actor', 'mei');
    await run('outlet', 'edit', '1', '--address', address, '--actor', 'mei');
  });

  it('says that no entry matches', async () => {
    expect((await run('audit', 'list', '--by', 'nobody')).stdout).toBe('No change matches.\n');
  });

  it('shows long values whole when asked', async () => {
    expect((await run('audit', 'list')).stdout).not.toContain(address);
    expect((await run('audit', 'list', '--full')).stdout).toContain(address);
  });
});

it.each(['--help', 'outlet list --json'])(
  'a reader that closes the pipe early gets no stack trace: recline %s',
  async (line) => {
    await makeWorld(pool()).outlet();
    const words = [join(import.meta.dirname, 'recline.ts'), ...line.split(' ')];
    const child = spawn(process.execPath, words, { env: env(), stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const [code] = (await once(child, 'close')) as [number];
    expect([code, said]).toEqual([0, '']);
  },
);

describe('a folder without a database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-wrong-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([['outlet', 'list'], ['status'], ['device', 'retire', 'A1'], ['statistics', 'check']])(
    'stays without one after recline %s %s',
    async (...words) => {
      const { code, stderr } = await runCli(words, { DATA_DIR: join(folder, 'data') });
      expect(code).toBe(3);
      expect(stderr).toContain(`There is no database in ${join(folder, 'data')}.`);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('whose running database is inaccessible gets no second one', async () => {
    const unreadable = join(folder, 'unreadable');
    await mkdir(join(unreadable, 'postgres.url'), { recursive: true });
    const { code, stderr } = await runCli(['outlet', 'add', ...outlet], { DATA_DIR: unreadable });
    expect(code).toBe(1);
    expect(stderr).toContain('EISDIR');
    expect(await readdir(unreadable)).toEqual(['postgres.url']);
    await rm(unreadable, { recursive: true });
  });
});

const outlet = [
  '--name',
  'X',
  '--address',
  'A',
  '--latitude',
  '3',
  '--longitude',
  '101',
  '--currency',
  'RM',
  '--zone',
  'Asia/Kuala_Lumpur',
];
