import { setTimeout as sleep } from 'node:timers/promises';
import { activate } from './lib/activate.ts';
import { makeCaller } from './lib/caller.ts';
import { withCleanups } from './lib/cleanups.ts';
import { median, quantile, timed } from './lib/figures.ts';
import { simulatedId, spawnFleet } from './lib/fleet-process.ts';
import { numericOptions } from './lib/options.ts';
import { durable, startTemporaryPostgres } from './lib/postgres.ts';
import { startProduct } from './lib/product.ts';
import { startReference } from './lib/reference.ts';
import { makeTally } from './lib/tally.ts';
import { managerOfChair, managerToken, type Size } from './lib/world.ts';

/**
 * The latency of one start without load, compared with the reference server with its two rows, and without any. The
 * three take turns. It is reported, without a goal: see capacity.ts for starts under load. `node
 * bench/start-round-trip.ts --chairs 2000 --starts 200`
 */

const { chairs, starts, pause } = numericOptions({
  chairs: 2_000,
  /** Starts of each kind, for each level of concurrency. */
  starts: 200,
  /** Milliseconds between turns. */
  pause: 20,
});
const outlets = Math.ceil(chairs / 50);
const size: Size = { outlets, chairs, managers: outlets, consumers: 0, history: 0 };
/** Chairs are soon free again; the fleet is large enough that none is used twice within this time. */
const runSeconds = 2;
const concurrencies = [1, 8];

interface Target {
  name: string;
  start(): Promise<void>;
}

let used = 0;

function targetAt(name: string, url: string, priceId: string): Target {
  const tally = makeTally();
  const { call } = makeCaller(url, () => tally);
  return {
    name,
    async start() {
      const chair = used++ % chairs;
      const token = managerToken(managerOfChair(chair, size));
      const order = await activate(call, { kind: name, deviceId: simulatedId(chair), priceId, payType: 'cash', token });
      if (order?.status !== 'running') throw new Error(`${name}: ${tally.report().examples.join()}`);
    },
  };
}

async function inTurns(targets: Target[], atOnce: number, count: number): Promise<number[][]> {
  const times: number[][] = targets.map(() => []);
  for (let done = 0; done < count; done += atOnce) {
    for (const [index, { start }] of targets.entries()) {
      times[index]?.push(...(await timed(atOnce, atOnce, start)));
      await sleep(pause);
    }
  }
  return times;
}

async function compare(targets: Target[]): Promise<void> {
  await inTurns(targets, 8, starts); // compiles the code and fills the caches
  for (const atOnce of concurrencies) {
    const times = await inTurns(targets, atOnce, starts);
    const least = median(times[0] ?? []);
    console.log(`${chairs} chairs, ${atOnce} at once, ${times[0]?.length} starts of each kind`);
    for (const [index, { name }] of targets.entries()) {
      const list = times[index] ?? [];
      const figures = `median ${median(list).toFixed(2)} ms, p95 ${quantile(list, 0.95).toFixed(1)} ms`;
      console.log(`  ${name.padEnd(30)} ${figures}, ratio of medians ${(median(list) / least).toFixed(2)}`);
    }
  }
}

await withCleanups(async (defer) => {
  const postgres = await startTemporaryPostgres(durable);
  defer(postgres.stop);
  const product = await startProduct(postgres, size);
  defer(product.stop);
  const reference = await startReference(postgres);
  defer(reference.stop);
  for (const { mqttUrl } of [product, reference]) defer((await spawnFleet(chairs, mqttUrl, runSeconds)).stop);
  await product.chairsOnline();
  await compare([
    targetAt('reference, nothing stored', `${reference.url}/unstored`, product.priceId),
    targetAt('reference, two rows', reference.url, product.priceId),
    targetAt('product', product.url, product.priceId),
  ]);
});
