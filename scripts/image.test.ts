import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@recline/server/testing/chairs';
import { makeClient } from '@recline/server/testing/client';
import { createDatabase } from '@recline/server/testing/database';
import { freePort } from '@recline/server/testing/programs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { canMakeBase, makeBase } from './image/base.ts';
import { parseDockerfile } from './image/dockerfile.ts';
import { playDockerfile, programIn, runIn, type Stage } from './image/play.ts';

const context = join(import.meta.dirname, '..');

describe.skipIf(!canMakeBase())('the image', () => {
  let folder: string;
  let stage: Stage;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-image-'));
    database = await createDatabase(inject('postgresUrl'));
    const base = join(folder, 'base');
    makeBase(base);
    const instructions = parseDockerfile(await readFile(join(context, 'deploy/Dockerfile'), 'utf8'));
    stage = await playDockerfile(instructions, { base, context, folder });
  }, 1_200_000);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await database.drop();
  });

  it('is built as deploy/Dockerfile says, runs as its own user, is healthy, and logs a manager in', async () => {
    const port = await freePort();
    // The socket of the tests' PostgreSQL is outside.
    const DATABASE_URL = database.url.replace(/\?host=.*/, '');
    const settings = { DATABASE_URL, PORT: String(port), MQTT_PORT: '0', MQTT_HOST: '127.0.0.1' };
    const { program, args, env } = programIn(stage, stage.command);
    const server = spawn(program, args, { env: { ...env, ...settings }, stdio: 'ignore' });
    const ended = once(server, 'exit');
    const url = `http://127.0.0.1:${port}`;
    await until(() =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const check = stage.check.map((word) => word.replaceAll(':8080/', `:${port}/`));
    expect(check).not.toEqual(stage.check);
    await runIn(stage, check);
    expect((await runIn(stage, ['id', '-un'])).stdout.trim()).toBe('recline');

    const recline = (...words: string[]) => runIn(stage, ['recline', ...words], { DATABASE_URL });
    const place = ['--address', 'A', '--latitude', '3', '--longitude', '101', '--zone', 'Asia/Kuala_Lumpur'];
    await recline('outlet', 'add', '--name', 'Suria', '--currency', 'RM', ...place);
    const { stdout } = await recline('manager', 'add', '--account', 'mei', '--name', 'Mei', '--outlets', '1', '--json');
    const { password } = JSON.parse(stdout) as { password: string };
    expect(await makeClient(url).logIn('mei', password)).toMatchObject({ code: 200 });

    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
