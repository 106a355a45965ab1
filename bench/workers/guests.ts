import { activate } from '../lib/activate.ts';
import { makeCaller } from '../lib/caller.ts';
import { simulatedId } from '../lib/fleet-process.ts';
import { atRate } from '../lib/rate.ts';
import { openStream } from '../lib/stream.ts';
import { makeTally, type Report } from '../lib/tally.ts';
import { serveRequests } from '../lib/worker.ts';
import { consumerToken, managerOfChair, managerToken, type Size } from '../lib/world.ts';

/** People at the chairs: managers who start them for cash, guests who pay online, and coins. */

export interface GuestsSettings {
  url: string;
  priceId: string;
  size: Size;
  /** The simulator's HTTP interface, for coins. */
  control: string;
}

export interface GuestsRequest {
  startsPerSecond: number;
  coinsPerSecond: number;
  seconds: number;
}

export interface GuestsReport extends Report {
  startsByManagers: number;
  startsByGuests: number;
  coins: number;
}

/** The last tenth of the chairs is for coins. */
const coinShare = 0.1;
const maxStartMs = 15_000;

await serveRequests<GuestsSettings, GuestsRequest, GuestsReport>(({ url, priceId, size, control }) => {
  let tally = makeTally();
  let next = 0;
  let counts = { startsByManagers: 0, startsByGuests: 0, coins: 0 };
  const { call, pay } = makeCaller(url, () => tally);
  const startable = Math.floor(size.chairs * (1 - coinShare));

  const ask = (name: string, deviceId: string, token: string) =>
    call({ kind: name, method: 'POST', path: `/data-centre/${name}`, token, input: { deviceId } });

  async function byManager(deviceId: string, token: string): Promise<void> {
    await ask('device-status', deviceId, token);
    const order = await activate(call, { kind: 'activate for cash', deviceId, priceId, payType: 'cash', token });
    if (order?.status === 'running') counts.startsByManagers += 1;
    else if (order) tally.failed('activate for cash', order.status);
  }

  async function byGuest(deviceId: string, token: string): Promise<void> {
    await ask('device-status', deviceId, token);
    await ask('price-group', deviceId, token);
    const order = await activate(call, { kind: 'activate online', deviceId, priceId, payType: 'sandbox', token });
    if (!order?.payUrl) return;
    const begun = performance.now();
    if (!(await pay(order.payUrl))) return;
    await call({ kind: 'countdown', path: '/data-centre/get-order', token, input: { orderId: order.orderId } });
    if (!(await runs(order.orderId, token))) return tally.failed('paid until it runs', 'not running');
    tally.succeeded('paid until it runs', performance.now() - begun);
    counts.startsByGuests += 1;
  }

  /** As the page of an order does: its stream begins with the current state, changes follow. */
  const runs = (orderId: string, token: string) =>
    new Promise<boolean>((resolve) => {
      let received = '';
      const done = (running: boolean) => {
        clearTimeout(deadline);
        close();
        resolve(running);
      };
      const deadline = setTimeout(done, maxStartMs, false);
      const close = openStream({
        url,
        token,
        orderId,
        receive(chunk) {
          received += chunk.toString();
          if (received.includes('"status":"running"')) done(true);
        },
        failed: (code, detail) => tally.failed('stream', code, detail),
      });
    });

  async function insertCoin(index: number): Promise<void> {
    const chair = startable + (index % (size.chairs - startable));
    const body = JSON.stringify({ coins: 1, amount: 100, currency: 'CNY', minutes: 1 });
    try {
      const answer = await fetch(`${control}/chairs/${simulatedId(chair)}/coin`, { method: 'POST', body });
      await answer.arrayBuffer();
      if (answer.ok) counts.coins += 1;
      else tally.failed('coin', `status ${answer.status}`);
    } catch (error) {
      tally.failed('coin', 'no answer', (error as Error).message);
    }
  }

  const start = (): Promise<void> => {
    const index = next++;
    const chair = index % startable;
    return index % 2 === 0
      ? byManager(simulatedId(chair), managerToken(managerOfChair(chair, size)))
      : byGuest(simulatedId(chair), consumerToken(index % size.consumers));
  };

  return async ({ startsPerSecond, coinsPerSecond, seconds }) => {
    tally = makeTally();
    counts = { startsByManagers: 0, startsByGuests: 0, coins: 0 };
    await Promise.all([atRate(startsPerSecond, seconds, start), atRate(coinsPerSecond, seconds, insertCoin)]);
    return { ...tally.report(), ...counts };
  };
});
