import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { selfSigned } from './testing/certificate.ts';
import { until } from './testing/chairs.ts';
import { createDatabase } from './testing/database.ts';
import { startMosquitto } from './testing/mosquitto.ts';
import { describeWithMosquitto } from './testing/outside-broker.ts';
import { spawnServer } from './testing/process.ts';
import { startTlsTerminator } from './testing/tls-terminator.ts';

describeWithMosquitto('a database and a broker with certificates of a private authority', () => {
  const stops: (() => unknown)[] = [];
  let settings: { DATABASE_URL: string; MQTT_URL: string };
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-ca-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const certificate = selfSigned();
    await writeFile(join(folder, 'ca.pem'), certificate.cert);
    const database = await createDatabase(inject('postgresUrl'));
    stops.push(database.drop);
    const mosquitto = await startMosquitto([], true);
    stops.push(mosquitto.stop);
    const [postgres, broker] = await Promise.all(
      [database.url, mosquitto.url].map((url) => startTlsTerminator(url, certificate)),
    );
    stops.push(
      () => postgres?.stop(),
      () => broker?.stop(),
    );
    const overTls = { hostname: '127.0.0.1', port: postgres?.port, search: '?sslmode=verify-full' };
    settings = {
      DATABASE_URL: Object.assign(new URL(database.url), overTls).href,
      MQTT_URL: `mqtts://127.0.0.1:${broker?.port}`,
    };
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  it('are trusted with CA_FILE, in a settings file too', async () => {
    const file = join(folder, 'recline.env');
    await writeFile(file, `CA_FILE=${join(folder, 'ca.pem')}\n`);
    const server = await spawnServer({ ...settings, DATA_DIR: folder, RECLINE_ENV_FILE: file });
    stops.push(server.kill);
    await until(async () => (await fetch(`${server.url}/readyz/chairs`)).status === 200);
  });

  it('are refused without it', async () => {
    await expect(spawnServer({ ...settings, DATA_DIR: folder })).rejects.toThrow('ended before it listened');
  });
});
