import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoChairs } from '@recline/server/demo/chairs';
import { demoCrowd } from '@recline/server/demo/crowd';
import { fillDemo, fillDemoGap } from '@recline/server/demo/demo';
import { packIndexes } from '@recline/server/demo/pack-indexes';
import { demoApp } from '@recline/server/demo/words';
import { checkRevenue } from '@recline/server/features/revenue/revenue.upkeep';
import { startServer } from '@recline/server/main';
import { makePool } from '@recline/server/platform/db';
import { readEnv } from '@recline/server/platform/env';
import { makeLog } from '@recline/server/platform/log';
import { createDatabase } from '@recline/server/testing/database';
import { startCrowd } from '@recline/simulator/crowd/crowd';
import { startFleet } from '@recline/simulator/fleet';
import { printGrowth, sizesOf } from './demo/sizes.ts';
import { withCleanups } from './lib/cleanups.ts';
import { numericOptions } from './lib/options.ts';
import { durable, startTemporaryPostgres } from './lib/postgres.ts';
import { useOfFamily } from './lib/processes.ts';

/**
 * How the demo's database grows: its first weeks, a gap of a week and one of a month are filled, then its simulated
 * guests use the server in fast time. Prints the seconds, the growth of each table, and how many rows of the statistics
 * differ from the orders. Goals: a week in 10 s; 100 MB of orders and ledger a month; none differs.
 * `node bench/demo-month.ts --minutes 10 --speed 120`
 */

const { minutes, speed } = numericOptions({
  /** With simulated guests. */
  minutes: 10,
  /** Their seconds in one real second. */
  speed: 120,
});

const dayMs = 86_400_000;
const log = makeLog('warn');

await withCleanups(async (defer) => {
  const postgres = await startTemporaryPostgres(durable);
  defer(postgres.stop);
  const { url } = await createDatabase(postgres.url);
  const pool = makePool(url, { max: 1, patient: true });
  defer(() => pool.end());

  async function measure(name: string, work: () => Promise<unknown>) {
    const before = await sizesOf(pool);
    const used = async () => (await useOfFamily(process.pid)).cpu + (await useOfFamily(postgres.pid)).cpu;
    const [cpu, began] = [await used(), performance.now()];
    await work();
    const seconds = (performance.now() - began) / 1000;
    console.log(`${name}: ${seconds.toFixed(1)} s, of processors ${((await used()) - cpu).toFixed(1)} s`);
    printGrowth(before, await sizesOf(pool));
    console.log(`  rows of the statistics that differ from the orders: ${(await checkRevenue(pool)).length}`);
  }

  /** As the server does when it starts, before the gap is filled. */
  const endOrders = () =>
    pool.query(
      "UPDATE orders SET status = 'finished', ended_at = ends_at, end_reason = 'time' WHERE status = 'running'",
    );

  /** As the demo does in the background. */
  const pack = () => packIndexes(pool, new AbortController().signal);

  const now = Date.now();
  const ago = (days: number) => () => new Date(now - days * dayMs);
  await measure('the first weeks', () => fillDemo(url, ago(37), log));
  const afterFirstWeeks = await sizesOf(pool);
  await endOrders();
  await measure('a gap of a week', () => fillDemoGap(url, ago(30), log));
  await endOrders();
  await measure('a gap of a month', () => fillDemoGap(url, ago(0), log));
  await measure('indexes rebuilt', pack);
  if (minutes > 0) {
    await measure(`${minutes} minutes with guests, ${speed} times as fast`, letGuestsCome);
    await measure('indexes rebuilt', pack);
  }
  console.log('all since the first weeks:');
  printGrowth(afterFirstWeeks, await sizesOf(pool));

  async function letGuestsCome() {
    const dataDir = await mkdtemp(join(postgres.folder, 'files-'));
    const listen = { PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1', PAYMENT_PROVIDERS: 'sandbox', SMS_PROVIDER: 'log' };
    const own = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: '0', ALLOW_PRETEND: '1' };
    const server = await startServer(readEnv({ ...listen, ...own }), { log });
    const bootId = Math.floor(now / 1000);
    const chairs = (await demoChairs(pool)).filter(({ unplugged }) => !unplugged);
    const fleet = await startFleet({
      brokerUrl: server.mqttUrl,
      secondsPerMinute: 60 / speed,
      chairs: chairs.map((chair) => ({ ...chair, bootId })),
    });
    const crowd = await startCrowd({
      url: server.url,
      localAddress: '127.77.0.1',
      places: await demoCrowd(pool),
      app: demoApp,
      chairs: fleet.chairs,
      isLeftAlone: () => false,
      sessionsFile: join(dataDir, 'demo-sessions.json'),
      speed,
      onError: (error) => log.debug({ err: error }, 'a simulated guest left'),
    });
    await sleep(minutes * 60_000);
    await crowd.stop();
    await fleet.stop();
    await server.stop();
  }
});
