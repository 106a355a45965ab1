import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { until, useChairs } from '../testing/chairs.ts';
import { useServer } from '../testing/server.ts';
import type { Outlet } from '../testing/world.ts';
import { startBareBroker } from './bare-broker.ts';
import { type Credentials, connectBare } from './bare-chair.ts';

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
  /** Connects once more; resolves whether the chair is accepted. */
  const tryWith = (rogue: Credentials): Promise<boolean> =>
    connectBare(server().mqttUrl, rogue).then(
      async (client) => {
        await client.endAsync(true);
        return true;
      },
      () => false,
    );

  it('that connects hundreds of times is refused and counted, while other chairs are served', async () => {
    const rogue = await server().world.device(outlet);
    const before = await refused();
    const accepted: boolean[] = [];
    for (let turn = 0; turn < 200; turn += 1) accepted.push(await tryWith(rogue));
    expect(accepted.filter(Boolean).length).toBeGreaterThanOrEqual(60);
    expect(accepted).toContain(false);
    expect((await refused()) - before).toBe(accepted.filter((each) => !each).length);
    await connectChair(outlet);
  });

  it('that connects 2,000 times, 50 at once, is accepted a few times, and other chairs are served meanwhile', async () => {
    const rogue = await server().world.device(outlet);
    const before = await refused();
    for (let turn = 0; turn < 40; turn += 1) {
      await Promise.all(Array.from({ length: 50 }, () => tryWith(rogue)));
      if (turn === 20) await connectChair(outlet);
    }
    // 60 at once, and one a second.
    expect((await refused()) - before).toBeGreaterThan(1_500);
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
  it('by the thousand are closed, the oldest first; chairs stay connected, and new ones are accepted', async () => {
    const { port, url, refused: cut } = await startBareBroker();
    const early = await connectBare(url, { deviceId: 'EARLY', secret: 'x' });
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    const open = async () => {
      const socket = connect(port, '127.0.0.1').resume();
      socket.on('error', () => {}); // the broker is expected to reset it
      await once(socket, 'connect');
      sockets.push(socket);
    };
    for (let turn = 0; turn < 20; turn += 1) await Promise.all(Array.from({ length: 100 }, open));
    // Simultaneous connections are accepted in no particular order, so the newest one connects after them.
    await until(async () => sockets.filter((socket) => socket.destroyed).length >= 1_950);
    await open();
    expect(sockets.at(-1)?.destroyed).toBe(false);
    expect(await cut('connect')).toBeGreaterThanOrEqual(1_950);
    const late = await connectBare(url, { deviceId: 'LATE', secret: 'x' });
    expect([early.connected, late.connected]).toEqual([true, true]);
    await Promise.all([early.endAsync(true), late.endAsync(true)]);
  });
});
