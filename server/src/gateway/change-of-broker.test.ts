import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chair } from '@recline/simulator/chair';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until, useChairs } from '../testing/chairs.ts';
import { runCli } from '../testing/cli.ts';
import { startMosquitto } from '../testing/mosquitto.ts';
import { describeWithMosquitto } from '../testing/outside-broker.ts';
import { useServer } from '../testing/server.ts';

const server = useServer();
const connectChair = useChairs(server);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-change-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...words: string[]) => runCli(words, { DATABASE_URL: server().databaseUrl });
const brokerHash = async (deviceId: string) =>
  (
    await server().pool.query<{ broker_hash: string | null }>('SELECT broker_hash FROM devices WHERE id = $1', [
      deviceId,
    ])
  ).rows[0]?.broker_hash;

describe('a change to an outside broker', () => {
  it('a secret from an older version gets its broker hash when its chair connects', async () => {
    const { world } = server();
    const outlet = await world.outlet();
    const away = await world.device(outlet);
    const chair = await connectChair(outlet);
    await until(async () => (await brokerHash(chair.deviceId))?.startsWith('$7$101$'));
    const file = join(folder, 'learnt');
    const words = ['device', 'secrets', '--mosquitto', file, '--outlet', outlet.outletId];
    const { code, stdout } = await run(...words);
    expect(code).toBe(0);
    expect(stdout).toContain(`1 chair in ${file}.`);
    expect(stdout).toMatch(new RegExp(`since the upgrade: ${away.deviceId}\\.`));
    expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${chair.deviceId}:\\$7\\$101\\$`));
  });
});

describeWithMosquitto('and Mosquitto', () => {
  it('chairs of the embedded broker log in to Mosquitto with the secrets that they have', async () => {
    const outlet = await server().world.outlet();
    const device = { deviceId: `M${Date.now()}`, secret: '' };
    const made = await run('device', 'add', '--id', device.deviceId, '--outlet', outlet.outletId, '--json');
    device.secret = (JSON.parse(made.stdout) as { secret: string }).secret;
    const mosquitto = await startMosquitto([{ name: 'recline-server', password: 'of-the-server' }]);
    try {
      await run('device', 'secrets', '--mosquitto', mosquitto.passwords, '--outlet', outlet.outletId);
      execFileSync('chmod', ['644', mosquitto.passwords]);
      process.kill(mosquitto.pid, 'SIGHUP');
      const chair = new Chair({ brokerUrl: mosquitto.url, ...device });
      await until(() =>
        chair.powerOn().then(
          () => true,
          () => false, // Mosquitto reads the file shortly after the signal
        ),
      );
      await chair.powerOff();
      const stranger = new Chair({ brokerUrl: mosquitto.url, ...device, secret: 'wrong' });
      await expect(stranger.powerOn()).rejects.toThrow('Connection refused');
    } finally {
      await mosquitto.stop();
    }
  });
});
