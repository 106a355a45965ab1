import { beforeAll, it, onTestFinished } from 'vitest';
import { describeBehindProxies } from '../testing/behind-proxies.ts';
import { useChairs } from '../testing/chairs.ts';
import { halfBody, halfHead, holdSockets, idle, unread } from '../testing/hold-sockets.ts';
import { useServer } from '../testing/server.ts';
import type { Outlet } from '../testing/world.ts';
import { expectAllServed } from './serve-everybody.ts';

/** Sockets that are held open to keep a server busy, through the proxies of deploy/ with their files. */

const server = useServer({ TRUST_PROXY: '1' });
const connectChair = useChairs(server);
let outlet: Outlet;
beforeAll(async () => {
  outlet = await server().world.outlet();
});

describeBehindProxies(server, (proxy) => {
  it('managers and guests are all served despite hundreds of sockets that are idle, half-open or do not read', async () => {
    const { url } = proxy();
    const bodies = [halfBody(100, '/login/login'), halfBody(100, '/data-centre/activate')];
    const holding = await holdSockets(url, [idle(20), halfHead(20), ...bodies, unread(30)]);
    onTestFinished(holding.stop);
    // Waits longer than a call may take before it counts as slow.
    await expectAllServed({ server: server(), url, outlet, connectChair }, 2_500);
  });
});
