import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { useChairs } from '../testing/chairs.ts';
import { type HeldSockets, halfBody, halfHead, holdSockets, idle, unread } from '../testing/hold-sockets.ts';
import { useServer } from '../testing/server.ts';
import type { Outlet } from '../testing/world.ts';
import { expectAllServed } from './serve-everybody.ts';

/** Sockets that are held open to keep a server busy: everybody comes from one address, as behind a proxy or in a mall. */

const server = useServer();
const connectChair = useChairs(server);
let outlet: Outlet;

beforeAll(async () => {
  outlet = await server().world.outlet();
});

async function held(...sockets: HeldSockets[]): Promise<void> {
  const holding = await holdSockets(server().url, sockets);
  onTestFinished(holding.stop);
}

const figure = async (name: string): Promise<number> => {
  const text = await (await fetch(`${server().url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
};

/** Serves for longer than a call may take before it counts as slow. */
const expectServed = () => expectAllServed({ server: server(), url: server().url, outlet, connectChair }, 4_000);

describe('managers and guests are all served', () => {
  it('despite 60 clients that send half a login and a start', async () => {
    await held(halfBody(40, '/login/login'), halfBody(20, '/data-centre/activate'));
    await expectServed();
  });

  it('despite 40 clients that never read their answers', async () => {
    await held(unread(40));
    await expectServed();
  });

  it('despite 5,000 sockets that are idle, half-open or do not read', async () => {
    const refused = await figure('recline_shed_total');
    await held(
      idle(1_480),
      halfHead(1_000),
      halfBody(1_000, '/login/login'),
      halfBody(1_480, '/data-centre/activate'),
      unread(40),
    );
    await expectServed();
    expect(await figure('recline_shed_total')).toBe(refused);
  });
});
