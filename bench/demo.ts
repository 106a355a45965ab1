import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '@recline/contract/call';
import { chairPage } from '@recline/contract/chair-page';
import { fillDemo } from '@recline/server/demo/demo';
import { makeLog } from '@recline/server/platform/log';
import { createDatabase } from '@recline/server/testing/database';
import { launcher } from '@recline/server/testing/process';
import pg from 'pg';
import type { DemoStarted, GuestsWanted } from './demo/server.ts';
import { activate } from './lib/activate.ts';
import { makeCaller } from './lib/caller.ts';
import { type Defer, withCleanups } from './lib/cleanups.ts';
import { median, quantile } from './lib/figures.ts';
import { numericOptions } from './lib/options.ts';
import { durable, startTemporaryPostgres, type TemporaryPostgres } from './lib/postgres.ts';
import { useOfFamily } from './lib/processes.ts';
import { makeTally } from './lib/tally.ts';

/**
 * What the demo's simulated guests cost: cash starts at chairs that they leave alone, in turns with and without them, and
 * the processor time of server, chairs, guests and PostgreSQL. Goals: p99 of starts 1.2 of that without guests, and 5 % of
 * a core. `node bench/demo.ts --turns 4 --seconds 25`
 */

const { turns, seconds, pause } = numericOptions({
  /** Of each kind. */
  turns: 4,
  seconds: 25,
  /** Milliseconds between two starts: a chair is free again before its next. */
  pause: 300,
});

async function startDemo(postgres: TemporaryPostgres, defer: Defer) {
  const database = await createDatabase(postgres.url);
  await fillDemo(database.url, () => new Date(), makeLog('warn'), 3);
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query("UPDATE demo SET filled_from = now() - interval '400 days'"); // the history is not what is measured
  await pool.end();
  const own = {
    DATABASE_URL: database.url,
    DATA_DIR: await mkdtemp(join(postgres.folder, 'files-')),
    DEMO: '1',
    ALLOW_PRETEND: '1',
  };
  const listen = { PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1', PAYMENT_PROVIDERS: 'sandbox', SMS_PROVIDER: 'log' };
  const program = join(import.meta.dirname, 'demo/server.ts');
  const child = fork(program, { execPath: launcher, execArgv: [], env: { ...process.env, ...own, ...listen } });
  defer(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the demo ended')));
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0] as unknown;
  const started = (await answer()) as DemoStarted;
  const letCome = async (guests: boolean) => {
    child.send({ guests } satisfies GuestsWanted);
    await answer();
  };
  return { ...started, pid: child.pid ?? 0, letCome };
}

type Demo = Awaited<ReturnType<typeof startDemo>>;

async function priceOf({ url, chairs, token }: Demo): Promise<string> {
  const page = `${url}${basePath}${chairPage.get.path}?deviceId=${chairs[0]}`;
  const answer = await fetch(page, { headers: { 'access-token': token } });
  const { data } = (await answer.json()) as { data: { prices: { priceId: string }[] } };
  return data.prices[0]?.priceId ?? '';
}

/** Milliseconds of each start in a turn. */
async function startFor(demo: Demo, priceId: string): Promise<number[]> {
  const tally = makeTally();
  const { call } = makeCaller(demo.url, () => tally);
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let index = 0; performance.now() < end; index += 1) {
    const deviceId = demo.chairs[index % demo.chairs.length] ?? '';
    const begun = performance.now();
    const order = await activate(call, { kind: 'start', deviceId, priceId, payType: 'cash', token: demo.token });
    if (order?.status !== 'running') throw new Error(tally.report().examples.join());
    times.push(performance.now() - begun);
    await sleep(pause);
  }
  return times;
}

await withCleanups(async (defer) => {
  const postgres = await startTemporaryPostgres(durable);
  defer(postgres.stop);
  const demo = await startDemo(postgres, defer);
  const priceId = await priceOf(demo);
  const used = async () => (await useOfFamily(demo.pid)).cpu + (await useOfFamily(postgres.pid)).cpu;
  await startFor(demo, priceId); // compiles the code and fills the caches
  const kinds = [false, true].map((guests) => ({ guests, times: [] as number[], cpu: 0 }));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const kind of kinds) {
      await demo.letCome(kind.guests);
      const before = await used();
      kind.times.push(...(await startFor(demo, priceId)));
      kind.cpu += (await used()) - before;
    }
  }
  for (const { guests, times, cpu } of kinds) {
    const figures = `median ${median(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
    const percent = ((100 * cpu) / (turns * seconds)).toFixed(1);
    console.log(`${guests ? 'with   ' : 'without'} guests: ${times.length} starts, ${figures}, ${percent} % of a core`);
  }
  const [without, guests] = kinds.map(({ times }) => quantile(times, 0.99));
  const cost = (kinds[1]?.cpu ?? 0) - (kinds[0]?.cpu ?? 0);
  console.log(
    `ratio of p99 ${((guests ?? 0) / (without ?? 1)).toFixed(2)}, the guests take ${((100 * cost) / (turns * seconds)).toFixed(1)} % of a core`,
  );
});
