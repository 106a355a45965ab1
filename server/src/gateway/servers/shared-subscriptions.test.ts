import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Aedes, type AedesOptions } from 'aedes';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { startMosquitto } from '../../testing/mosquitto.ts';
import { describeWithMosquitto } from '../../testing/outside-broker.ts';
import { startTestServer } from '../../testing/start.ts';
import { hasSharedSubscriptions } from './shared-subscriptions.ts';

let stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  stops = [];
});

/** A broker that treats `$share/…` as an ordinary topic, as Aedes does. */
async function startSimpleBroker(options: AedesOptions = {}): Promise<string> {
  const broker = await Aedes.createBroker(options);
  const server = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(
    () => new Promise<void>((resolve) => broker.close(() => resolve())),
    () => server.close(),
  );
  return `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const refusing: AedesOptions = {
  authorizeSubscribe: (_client, subscription, done) =>
    done(null, subscription.topic.startsWith('$share/') ? null : subscription),
};

describe('a broker without shared subscriptions', () => {
  it.each([
    ['takes one for an ordinary topic', {}],
    ['refuses one', refusing],
  ])('that %s is detected', async (_title, options) => {
    expect(await hasSharedSubscriptions(await startSimpleBroker(options), 'recline-test')).toBe(false);
  });

  it('is refused at start, with its address and instructions', async () => {
    const url = (await startSimpleBroker()).replace('//', '//recline-server:secret@');
    const starting = startTestServer(inject('postgresUrl'), { MQTT_URL: url });
    await expect(starting).rejects.toThrow(/^The broker at mqtt:\/\/127\.0\.0\.1:\d+ has no shared subscriptions/);
  });

  it('is distinguished from an unreachable one', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(() => server.close());
    const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await hasSharedSubscriptions(url, 'recline-test')).toBeUndefined();
  });
});

describeWithMosquitto('Mosquitto with our access rules', () => {
  it('has shared subscriptions', async () => {
    const mosquitto = await startMosquitto([{ name: 'recline-server', password: 'of-the-server' }]);
    stops.push(mosquitto.stop);
    const url = mosquitto.url.replace('//', '//recline-server:of-the-server@');
    expect(await hasSharedSubscriptions(url, 'recline-test')).toBe(true);
  });
});
