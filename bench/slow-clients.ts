import { orders } from '@recline/contract/orders';
import { revenue } from '@recline/contract/revenue';
import { session } from '@recline/contract/session';
import { starting } from '@recline/contract/starting';
import { halfBody, halfHead, holdSockets, idle, unread } from '@recline/server/testing/hold-sockets';
import { activate } from './lib/activate.ts';
import { makeCaller } from './lib/caller.ts';
import { withCleanups } from './lib/cleanups.ts';
import { median, quantile, timed } from './lib/figures.ts';
import { simulatedId, spawnFleet } from './lib/fleet-process.ts';
import { numericOptions } from './lib/options.ts';
import { startTemporaryPostgres } from './lib/postgres.ts';
import { startProduct } from './lib/product.ts';
import { makeTally } from './lib/tally.ts';
import { consumerToken, managerOfChair, managerToken, type Size } from './lib/world.ts';

/**
 * The latency of managers' and guests' calls while thousands of slow clients hold sockets open, in turns with the same
 * server without them. Some sockets are idle, some half-open, some do not read. Exits with 1 unless every call succeeds.
 * `node bench/slow-clients.ts --sockets 5000 --calls 100 --rounds 3`
 */

const { sockets, calls, rounds } = numericOptions({
  sockets: 5_000,
  /** Calls of each kind in a round. */
  calls: 100,
  rounds: 3,
});
const size: Size = { outlets: 20, chairs: 400, managers: 20, consumers: 50, history: 20_000 };
const runSeconds = 2;
const atOnce = 4;

const held = [
  halfHead(Math.floor(sockets * 0.2)),
  halfBody(Math.floor(sockets * 0.2), session.login.path),
  halfBody(Math.floor(sockets * 0.3), starting.activate.path),
  unread(Math.floor(sockets * 0.008)),
];
const rest = idle(sockets - held.reduce((sum, { count }) => sum + count, 0));

type Kinds = Record<string, (index: number) => Promise<unknown>>;

/** What managers and guests ask for. */
function kindsAt(url: string, priceId: string, tally: ReturnType<typeof makeTally>): Kinds {
  const { call } = makeCaller(url, () => tally);
  let used = 0;
  const ask = (kind: string, path: string) => (index: number) =>
    call({ kind, path, token: managerToken(index % size.managers) });
  return {
    figures: ask('figures', revenue.home.path),
    orders: ask('orders', orders.list.path),
    'price list': (index) => {
      const input = { deviceId: simulatedId(index % size.chairs) };
      const token = consumerToken(index % size.consumers);
      return call({ kind: 'price list', method: 'POST', path: starting.priceGroup.path, token, input });
    },
    start: () => {
      const chair = used++ % size.chairs;
      const token = managerToken(managerOfChair(chair, size));
      return activate(call, { kind: 'start', deviceId: simulatedId(chair), priceId, payType: 'cash', token });
    },
  };
}

async function measure(kinds: Kinds, times: Record<string, number[]>): Promise<void> {
  for (const [kind, work] of Object.entries(kinds)) {
    const list = await timed(calls, atOnce, async (index) => void (await work(index)));
    times[kind] = [...(times[kind] ?? []), ...list];
  }
}

function print(without: Record<string, number[]>, beside: Record<string, number[]>): void {
  const figures = (list: number[]) => `${median(list).toFixed(1)} / ${quantile(list, 0.95).toFixed(1)} ms`;
  console.log(`median / p95 without, beside ${sockets} held sockets, ratio of medians`);
  for (const [kind, list] of Object.entries(without)) {
    const other = beside[kind] ?? [];
    const ratio = (median(other) / median(list)).toFixed(2);
    console.log(`  ${kind.padEnd(12)} ${figures(list).padEnd(20)} ${figures(other).padEnd(20)} ${ratio}`);
  }
}

await withCleanups(async (defer) => {
  const postgres = await startTemporaryPostgres();
  defer(postgres.stop);
  const product = await startProduct(postgres, size);
  defer(product.stop);
  defer((await spawnFleet(size.chairs, product.mqttUrl, runSeconds)).stop);
  await product.chairsOnline();
  const tally = makeTally();
  const kinds = kindsAt(product.url, product.priceId, tally);
  await measure(kinds, {}); // compiles the code and fills the caches
  const [without, beside]: [Record<string, number[]>, Record<string, number[]>] = [{}, {}];
  for (let round = 0; round < rounds; round += 1) {
    await measure(kinds, without);
    const holding = await holdSockets(product.url, [...held, rest]);
    await measure(kinds, beside).finally(holding.stop);
  }
  print(without, beside);
  const problems = tally.report().kinds.filter(({ refused, errors }) => refused > 0 || Object.keys(errors).length > 0);
  for (const { kind, refused, errors } of problems)
    console.log(`  ${kind}: ${refused} refused, ${JSON.stringify(errors)}`);
  if (problems.length > 0) process.exitCode = 1;
});
