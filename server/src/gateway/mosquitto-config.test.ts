import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selfSigned } from '../testing/certificate.ts';
import { until } from '../testing/chairs.ts';
import { mosquittoPath, writePasswords } from '../testing/mosquitto.ts';
import { describeWithMosquitto } from '../testing/outside-broker.ts';
import { freePort, listens } from '../testing/programs.ts';

const deployed = join(import.meta.dirname, '../../../deploy');

/** Debian's mosquitto.conf, to which ours is added. */
const debian = (folder: string) =>
  ['persistence true', `persistence_location ${folder}/`, `include_dir ${folder}/conf.d`, ''].join('\n');

describeWithMosquitto('deploy/mosquitto.conf in conf.d', () => {
  const certificate = selfSigned();
  const clients: MqttClient[] = [];
  let folder: string;
  let ports: { chairs: number; servers: number };
  let stop: () => Promise<void>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-mosquitto-conf-'));
    await chmod(folder, 0o777); // when started as root, it runs as another user
    ports = { chairs: await freePort(), servers: await freePort() };
    const text = (await readFile(join(deployed, 'mosquitto.conf'), 'utf8'))
      .replaceAll('/etc/mosquitto/certs', folder)
      .replaceAll('/etc/mosquitto', folder)
      .replace('listener 8883', `listener ${ports.chairs} 127.0.0.1`)
      .replace('listener 8884', `listener ${ports.servers} 127.0.0.1`);
    await mkdir(join(folder, 'conf.d'));
    await writePasswords(join(folder, 'passwords'), [
      { name: 'recline-server', password: 'of-the-server' },
      { name: 'A1', password: 'of-the-chair' },
    ]);
    await writeFile(join(folder, 'mosquitto.conf'), debian(folder));
    await writeFile(join(folder, 'conf.d/recline.conf'), text);
    await writeFile(join(folder, 'recline.acl'), await readFile(join(deployed, 'mosquitto.acl')));
    await writeFile(join(folder, 'fullchain.pem'), certificate.cert);
    await writeFile(join(folder, 'privkey.pem'), certificate.key);
    for (const file of ['passwords', 'recline.acl', 'fullchain.pem', 'privkey.pem'])
      await chmod(join(folder, file), 0o644);
    const child = spawn(mosquittoPath ?? '', ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' });
    stop = async () => {
      child.kill();
      await once(child, 'exit');
    };
    await listens(ports.servers);
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.endAsync(true)));
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function connect(port: number, username: string, password: string, clientId: string): Promise<MqttClient> {
    const options = { username, password, clientId, ca: certificate.cert, reconnectPeriod: 0 };
    const client = await mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, options);
    clients.push(client);
    return client;
  }
  const server = (port: number, clientId: string) => connect(port, 'recline-server', 'of-the-server', clientId);

  it('starts beside Debian’s own settings, and accepts chairs over TLS by their secret', async () => {
    expect((await connect(ports.chairs, 'A1', 'of-the-chair', 'A1')).connected).toBe(true);
    await expect(connect(ports.chairs, 'A1', 'wrong', 'A1')).rejects.toThrow();
  });

  it('disconnects a chair that sends QoS 2, and accepts QoS 1', async () => {
    const chair = await connect(ports.chairs, 'A1', 'of-the-chair', 'A1');
    await chair.publishAsync('chair/v1/A1/hb', '{}', { qos: 1 });
    const closed = new Promise<void>((resolve) => chair.once('close', () => resolve()));
    chair.publish('chair/v1/A1/hb', '{}', { qos: 2 }, () => {});
    await closed;
  });

  it('keeps a bounded number of bytes for an offline chair, and drops the rest', async () => {
    const login = { username: 'A1', password: 'of-the-chair', clientId: 'A1', clean: false };
    const options = { ...login, ca: certificate.cert, reconnectPeriod: 0 };
    const url = `mqtts://127.0.0.1:${ports.chairs}`;
    const away = await mqtt.connectAsync(url, options);
    await away.subscribeAsync('chair/v1/A1/cmd', { qos: 1 });
    await away.endAsync();
    const sender = await server(ports.servers, 'recline-sender');
    const send = (payload: Buffer) => sender.publishAsync('chair/v1/A1/cmd', payload, { qos: 1 });
    // 3.2 MB: fewer messages than are kept, and more bytes.
    for (let sent = 0; sent < 400; sent += 1) await send(Buffer.alloc(8_000));
    const received: number[] = [];
    const back = mqtt.connect(url, options);
    clients.push(back);
    back.on('message', (_topic, payload) => received.push(payload.length));
    await until(async () => {
      await send(Buffer.alloc(0)); // the last one, dropped while the queue is full
      return received.includes(0);
    });
    const bytes = received.reduce((sum, length) => sum + length, 0);
    expect(bytes).toBeGreaterThan(500_000);
    expect(bytes).toBeLessThan(1_500_000);
  });

  it('has a port where a server keeps its two connections, unlike the one for chairs', async () => {
    const [one, two] = [await server(ports.servers, 'recline-1'), await server(ports.servers, 'recline-1-failover')];
    await one.publishAsync('recline/v1/fence/x', '', { qos: 1 });
    expect([one.connected, two.connected]).toEqual([true, true]);
    const trapped = await server(ports.chairs, 'recline-2');
    const closed = new Promise<void>((resolve) => trapped.once('close', () => resolve()));
    await server(ports.chairs, 'recline-2-failover');
    await closed;
  });
});
