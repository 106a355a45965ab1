import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCli } from '@recline/server/testing/cli';
import { createDatabase } from '@recline/server/testing/database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildCli } from './build-cli.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
// In a folder of its own: other tests may be using the usual one.
const bundle = join(root, `server/dist/cli-${process.pid}`);
let folder: string;
let database: { url: string; drop(): Promise<void> };
beforeAll(async () => {
  await buildCli(bundle);
  folder = await mkdtemp(join(tmpdir(), 'recline-built-'));
  database = await createDatabase(inject('postgresUrl'));
});
afterAll(async () => {
  await database.drop();
  await rm(bundle, { recursive: true });
  await rm(folder, { recursive: true });
});

const env = () => ({ PATH: process.env.PATH, DATABASE_URL: database.url, PUBLIC_URL: 'https://chairs.example.com' });
const built = (...words: string[]) => run(process.execPath, [join(bundle, 'recline.js'), ...words], { env: env() });
const place = ['--address', 'A', '--latitude', '3', '--longitude', '101', '--zone', 'Asia/Kuala_Lumpur'];

describe('the bundled program', () => {
  it.each([[['--help']], [['--version']], [['help', 'device']], [['status']]])(
    'answers %j like its sources',
    async (words) => {
      const { stdout } = await runCli(words, { DATABASE_URL: database.url });
      expect((await built(...words)).stdout).toBe(stdout);
    },
  );

  it('has what its commands need: hashes, fonts, archives, migrations', async () => {
    await built('outlet', 'add', '--name', 'Suria', '--currency', 'RM', ...place);
    await built('device', 'add', '--id', 'B1', '--outlet', '1');
    await built('manager', 'add', '--account', 'mei', '--name', 'Mei', '--outlets', '1');
    await built('migrate');
    await built('payments', 'differences');
    const labels = join(folder, 'labels.pdf');
    await built('device', 'labels', '--out', labels);
    const archive = join(folder, 'all.tar.gz');
    await built('backup', archive);
    for (const file of [labels, archive]) expect((await stat(file)).size).toBeGreaterThan(1000);
    await expect(built('device', 'retire', 'NONE')).rejects.toMatchObject({
      code: 3,
      stderr: 'No chair NONE. `recline device list` shows them.\n',
    });
  });
});
