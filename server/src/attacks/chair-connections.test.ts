import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startBroker } from '../gateway/broker.ts';
import { makeLog } from '../platform/log.ts';
import { makeMetrics } from '../platform/metrics.ts';
import { until, useChairs } from '../testing/chairs.ts';
import { useServer } from '../testing/server.ts';
import type { Outlet } from '../testing/world.ts';
import { connectBare } from './bare-chair.ts';

/** More connections to the broker than a chair needs, with and without a secret. */

const server = useServer();
const connectChair = useChairs(server);
let outlet: Outlet;

beforeAll(async () => {
  outlet = await server().world.outlet();
});

const refused = async () => {
  const text = await (await fetch(`${server().url}/metrics`)).text();
  return Number(/^recline_chair_messages_total\{topic="connect",outcome="refused"\} (\d+)/m.exec(text)?.[1] ?? 0);
};

describe('one chair with its secret', () => {
  it('that connects hundreds of times is refused and counted, while other chairs are served', async () => {
    const rogue = await server().world.device(outlet);
    const before = await refused();
    const outcomes = { accepted: 0, refused: 0 };
    for (let turn = 0; turn < 200; turn += 1) {
      await connectBare(server().mqttUrl, rogue).then(
        async (client) => {
          outcomes.accepted += 1;
          await client.endAsync(true);
        },
        () => {
          outcomes.refused += 1;
        },
      );
    }
    expect(outcomes.accepted).toBeGreaterThanOrEqual(60);
    expect(outcomes.refused).toBeGreaterThan(0);
    expect((await refused()) - before).toBe(outcomes.refused);
    await connectChair(outlet);
  });

  it('cannot be locked out by others who try wrong secrets', async () => {
    const { deviceId, secret } = await server().world.device(outlet);
    for (let turn = 0; turn < 80; turn += 1) {
      await expect(connectBare(server().mqttUrl, { deviceId, secret: 'wrong' })).rejects.toThrow();
    }
    const client = await connectBare(server().mqttUrl, { deviceId, secret });
    await client.endAsync(true);
  });
});

describe('sockets without a secret', () => {
  async function smallBroker() {
    const metrics = makeMetrics();
    const deps = { checkSecret: async () => true, maxConnections: 50, log: makeLog('silent'), metrics };
    const broker = await startBroker(deps);
    const port = await broker.listen(0, '127.0.0.1');
    onTestFinished(() => broker.stop());
    return { port, url: `mqtt://127.0.0.1:${port}` };
  }

  it('by the hundred are cut, the oldest first; chairs stay connected, and new ones are let in', async () => {
    const { port, url } = await smallBroker();
    const early = await connectBare(url, { deviceId: 'EARLY', secret: 'x' });
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (let turn = 0; turn < 300; turn += 1) {
      const socket = connect(port, '127.0.0.1').resume();
      socket.on('error', () => {}); // the broker is expected to reset it
      await once(socket, 'connect');
      sockets.push(socket);
    }
    await until(async () => sockets.filter((socket) => socket.destroyed).length >= 250);
    expect(sockets.at(-1)?.destroyed).toBe(false);
    const late = await connectBare(url, { deviceId: 'LATE', secret: 'x' });
    expect([early.connected, late.connected]).toEqual([true, true]);
    await Promise.all([early.endAsync(true), late.endAsync(true)]);
  });
});
