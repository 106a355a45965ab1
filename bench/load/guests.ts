import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { simulatedId } from '../lib/fleet-process.ts';
import { makeCaller } from './caller.ts';
import { consumerToken, managerToken, type Orders, runPart } from './part.ts';
import { openStream } from './stream.ts';
import { makeTally } from './tally.ts';

/** People who start chairs, at a steady pace whatever the server does: managers for cash, guests by paying online. */

interface Activated {
  orderId: string;
  status: string;
  payUrl?: string;
}

/** The last tenth of the chairs is for coins. */
const forCoins = 0.1;
const runsWithin = 15_000;

await runPart(async (told) => {
  const tally = makeTally();
  const { call, pay } = makeCaller(told.url, tally);
  const startable = Math.floor(told.chairs * (1 - forCoins));
  const facts = { 'starts by managers': 0, 'starts by guests': 0, coins: 0 };

  const activate = (deviceId: string, token: string, payType: string, kind: string) =>
    call<Activated>({
      kind,
      method: 'POST',
      path: '/data-centre/activate',
      token,
      input: { deviceId, priceId: told.priceId, payType, requestId: randomUUID() },
    });
  const ask = (name: string, deviceId: string, token: string) =>
    call({ kind: name, method: 'POST', path: `/data-centre/${name}`, token, input: { deviceId } });

  async function byManager(deviceId: string, token: string): Promise<void> {
    await ask('device-status', deviceId, token);
    const started = await activate(deviceId, token, 'cash', 'activate for cash');
    if (started?.status === 'running') facts['starts by managers'] += 1;
    else if (started) tally.failed('activate for cash', started.status);
  }

  async function byGuest(deviceId: string, token: string): Promise<void> {
    await ask('device-status', deviceId, token);
    await ask('price-group', deviceId, token);
    const ordered = await activate(deviceId, token, 'sandbox', 'activate online');
    if (!ordered?.payUrl) return;
    const begun = performance.now();
    if (!(await pay(ordered.payUrl))) return;
    await call({ kind: 'countdown', path: '/data-centre/get-order', token, input: { orderId: ordered.orderId } });
    if (!(await runs(ordered.orderId, token))) return tally.failed('paid until it runs', 'it did not');
    tally.took('paid until it runs', performance.now() - begun);
    facts['starts by guests'] += 1;
  }

  /** As the page of the order does: it opens with how things stand, and hears of what changes. */
  const runs = (orderId: string, token: string) =>
    new Promise<boolean>((resolve) => {
      let heard = '';
      const done = (well: boolean) => {
        clearTimeout(patience);
        close();
        resolve(well);
      };
      const patience = setTimeout(done, runsWithin, false);
      const close = openStream({
        url: told.url,
        token,
        tally,
        orderId,
        hear(chunk) {
          heard += chunk.toString();
          if (heard.includes('"status":"running"')) done(true);
        },
      });
    });

  async function throwCoin(index: number): Promise<void> {
    const chair = startable + (index % (told.chairs - startable));
    const body = JSON.stringify({ coins: 1, amount: 100, currency: 'CNY', minutes: 1 });
    try {
      const answer = await fetch(`${told.control}/chairs/${simulatedId(chair)}/coin`, { method: 'POST', body });
      await answer.arrayBuffer();
      if (answer.ok) facts.coins += 1;
      else tally.failed('coin', `the fleet answered ${answer.status}`);
    } catch (error) {
      tally.failed('coin', (error as Error).message);
    }
  }

  const work = (index: number): Promise<void> => {
    const chair = (told.firstChair + index) % startable;
    return index % 2 === 0
      ? byManager(simulatedId(chair), managerToken(managerOf(chair, told)))
      : byGuest(simulatedId(chair), consumerToken(index % told.consumers));
  };
  await Promise.all([
    steadily(told.startsASecond, told.seconds, work),
    steadily(told.coinsASecond, told.seconds, throwCoin),
  ]);
  return { ...tally.report(), facts };
});

/** Chair and manager of one outlet have the same remainder: see world.ts. */
function managerOf(chair: number, { managers }: Orders): number {
  return chair % managers;
}

/** Begins work so many times a second, however long each takes; ends when all of it has ended. */
async function steadily(aSecond: number, seconds: number, work: (index: number) => Promise<void>): Promise<void> {
  const begun = Date.now();
  const going: Promise<void>[] = [];
  for (let index = 0; index < aSecond * seconds; index += 1) {
    const wait = begun + (index * 1000) / aSecond - Date.now();
    if (wait > 0) await sleep(wait);
    going.push(work(index));
  }
  await Promise.all(going);
}
