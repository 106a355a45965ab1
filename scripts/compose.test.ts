import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { readEnv } from '@recline/server/platform/env';
import { connectTo, mosquittoPath, writePasswords } from '@recline/server/testing/mosquitto';
import { describeWithMosquitto } from '@recline/server/testing/outside-broker';
import { freePort, listens } from '@recline/server/testing/programs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const deployed = join(import.meta.dirname, '../deploy');
const read = (name: string) => readFile(join(deployed, name), 'utf8');
const hasCompose = spawnSync('which', ['docker-compose']).status === 0;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-compose-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The file with its values filled in. */
const filledIn = async () => (await read('compose.env')).replaceAll(/^(DB|MQTT)_PASSWORD=$/gm, '$1_PASSWORD=a1b2c3');

describe('deploy/compose.yaml', () => {
  it.skipIf(!hasCompose)('is read by docker-compose 1, as Debian has it', async () => {
    const copy = join(folder, 'deploy');
    await mkdir(copy);
    await copyFile(join(deployed, 'compose.yaml'), join(copy, 'compose.yaml'));
    await writeFile(join(copy, '.env'), await filledIn());
    const config = spawnSync('docker-compose', ['-f', join(copy, 'compose.yaml'), 'config'], { encoding: 'utf8' });
    expect([config.stderr, config.status]).toEqual(['', 0]);
    expect(config.stdout).toContain('mqtt://recline-server:a1b2c3@mosquitto:8884');
  });

  it('has settings that the server takes, and checks the health of every part', async () => {
    const own = { DATABASE_URL: 'postgres://recline@db:5432/recline', PUBLIC_URL: 'https://chairs.example.com' };
    expect(readEnv({ ...parseEnv(await filledIn()), ...own, DEMO: '0' })).toMatchObject({ isPublic: true });
    const [, services = ''] = /^services:\n(.*?)^volumes:/ms.exec(await read('compose.yaml')) ?? [];
    const parts = services.split(/^ {2}(?=\w+:$)/m).filter((part) => part.trim() !== '');
    const unchecked = parts.filter((part) => !part.includes('healthcheck:')).map((part) => part.split(':', 1)[0]);
    expect([parts.length, unchecked]).toEqual([4, ['recline']]);
    expect(await read('Dockerfile')).toContain('\nHEALTHCHECK ');
  });
});

describeWithMosquitto('the broker of deploy/compose.yaml', () => {
  let program: { stop(): Promise<void>; reload(): void };
  let ports: { chairs: number; servers: number };

  /** The command of its service, with a folder and ports of this test. */
  async function commandOf(yaml: string): Promise<string> {
    const [, script = ''] = /^ {4}command:\n.*?- \|\n(.*?)^ {4}ports:/ms.exec(yaml) ?? [];
    const ofRoot = process.getuid?.() === 0 ? script : script.replace(/chown \S+ passwords && /, '');
    return ofRoot
      .replaceAll('$$', '$')
      .replaceAll('/mosquitto/', `${folder}/`)
      .replace('exec mosquitto', `exec ${mosquittoPath}`);
  }

  beforeAll(async () => {
    ports = { chairs: await freePort(), servers: await freePort() };
    for (const name of ['config', 'passwords', 'data']) await mkdir(join(folder, name), { mode: 0o777 });
    await chmod(join(folder, 'data'), 0o777);
    const text = (await read('mosquitto-compose.conf'))
      .replaceAll('/mosquitto/', `${folder}/`)
      .replace('listener 1883', `listener ${ports.chairs} 127.0.0.1`)
      .replace('listener 8884', `listener ${ports.servers} 127.0.0.1`);
    await writeFile(join(folder, 'config/mosquitto.conf'), text);
    await writeFile(join(folder, 'config/recline.acl'), await read('mosquitto.acl'), { mode: 0o644 });
    const command = await commandOf(await read('compose.yaml'));
    const env = { PATH: `${process.env.PATH}:${dirname(mosquittoPath ?? '')}`, MQTT_PASSWORD: 'of-the-server' };
    const child = spawn('sh', ['-c', command], { env, stdio: 'ignore' });
    program = {
      reload: () => void child.kill('SIGHUP'),
      async stop() {
        child.kill();
        await once(child, 'exit');
      },
    };
    await listens(ports.servers);
  });
  afterAll(() => program.stop());

  it('is healthy by its own check, with the right password alone', async () => {
    const check = /mosquitto_pub -p 8884 -u (\S+) -P "\$\$MQTT_PASSWORD" -t (\S+) -q 1/;
    const [, username, topic = ''] = check.exec(await read('compose.yaml')) ?? [];
    async function publish(password: string): Promise<void> {
      const url = `mqtt://127.0.0.1:${ports.servers}`;
      const client = await connectTo(url, { username, password, reconnectPeriod: 0 });
      await client.publishAsync(topic, 'ok', { qos: 1 });
      await client.endAsync();
    }
    await publish('of-the-server');
    await expect(publish('wrong')).rejects.toThrow();
  });

  it('accepts a chair whose password was added, after reloading the file', async () => {
    const login = { username: 'A1', password: 'of-the-chair', clientId: 'A1', reconnectPeriod: 0 };
    const connect = () => connectTo(`mqtt://127.0.0.1:${ports.chairs}`, login);
    await expect(connect()).rejects.toThrow();
    const added = join(folder, 'added');
    await writePasswords(added, [{ name: 'A1', password: 'of-the-chair' }]);
    await appendFile(join(folder, 'passwords/passwords'), await readFile(added));
    program.reload();
    await expect
      .poll(async () =>
        (await connect()).endAsync().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });
});
