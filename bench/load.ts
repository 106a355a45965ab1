import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '@recline/server/platform/db';
import { type Third, useOf, useOfFamily, type Watched, watchProcesses } from './lib/processes.ts';
import { type Orders, type Outcome, startPart } from './load/part.ts';
import { type Scene, setScene } from './load/scene.ts';

/**
 * A working day in a few minutes, all on this machine: managers at their screens, chairs that beat, run and
 * take coins, and a steady stream of starts. Then far too much at once, and what comes after it.
 * MINUTES=10 MANAGERS=2000 CHAIRS=10000 STARTS=50 (a second) node bench/load.ts
 */

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const minutes = number('MINUTES', 10);
const size = {
  outlets: Math.min(200, number('MANAGERS', 2_000)),
  chairs: number('CHAIRS', 10_000),
  managers: number('MANAGERS', 2_000),
  consumers: 500,
  history: number('HISTORY', 200_000),
};
const settle = number('SETTLE', 20);
const crowdSeconds = number('CROWD', 20);

const line = (text = '') => console.log(text);

function sayOutcome(title: string, { kinds, examples, facts }: Outcome): void {
  line(
    `\n${title}${Object.entries(facts)
      .map(([name, value]) => `; ${name}: ${value}`)
      .join('')}`,
  );
  line('  call                     calls   errors     shed   p50 ms   p99 ms  most ms');
  for (const { kind, calls, errors, shed, p50, p99, most } of kinds) {
    const figures = [calls, errors, shed].map((count) => String(count).padStart(9)).join('');
    line(`  ${kind.padEnd(20)}${figures}${[p50, p99, most].map((ms) => ms.toFixed(1).padStart(9)).join('')}`);
  }
  for (const example of examples) line(`  ! ${example}`);
}

function sayUse(uses: { name: string; thirds: Third[] }[]): void {
  line('\nmemory and processor (percent of one core), by thirds of the run');
  for (const { name, thirds } of uses) {
    const parts = thirds.map(({ megabytes, percent }) =>
      `${megabytes.toFixed(0)} MB ${percent.toFixed(0)} %`.padStart(15),
    );
    line(`  ${name.padEnd(12)}${parts.join('')}`);
  }
}

/** What the database says about the orders that the load made. */
async function sayOrders(pool: Pool, begun: Date): Promise<void> {
  const { rows } = await pool.query<{ type: string; status: string; count: number }>(
    `SELECT type, status, count(*) FROM orders WHERE created_at >= $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [begun],
  );
  line(`\norders: ${rows.map(({ type, status, count }) => `${count} ${type} ${status}`).join(', ')}`);
  const { rows: stuck } = await pool.query(
    `SELECT FROM orders WHERE status = 'starting' AND created_at < now() - interval '15 s'`,
  );
  line(`starts past their deadline: ${stuck.length}`);
}

const errorsOf = ({ kinds }: Outcome) => kinds.reduce((sum, { errors }) => sum + errors, 0);
const shedOf = ({ kinds }: Outcome) => kinds.reduce((sum, { shed }) => sum + shed, 0);

async function steadyLoad(scene: Scene, orders: Orders): Promise<number> {
  const begun = new Date();
  const managers = startPart('managers', orders);
  const guests = startPart('guests', orders);
  const watched: Watched[] = [
    { name: 'server', look: () => useOf(scene.server.pid) },
    { name: 'postgres', look: () => useOfFamily(scene.postgresPid) },
    { name: 'chairs', look: () => useOf(scene.fleet.pid) },
    { name: 'managers', look: () => useOf(managers.pid) },
    { name: 'guests', look: () => useOf(guests.pid) },
  ];
  // The first seconds fill caches and compile code: what is to be flat begins after them.
  await sleep(Math.min(30_000, orders.seconds * 200));
  const watch = watchProcesses(watched, 2);
  try {
    const outcomes = await Promise.all([managers.outcome, guests.outcome]);
    const uses = watch.stop();
    sayOutcome(`managers: ${size.managers}`, outcomes[0]);
    sayOutcome(`starts: ${orders.startsASecond} a second`, outcomes[1]);
    sayUse(uses);
    await sayOrders(scene.pool, begun);
    return outcomes.reduce((sum, outcome) => sum + errorsOf(outcome) + shedOf(outcome), 0);
  } finally {
    managers.stop();
    guests.stop();
  }
}

/** Too much, on purpose: it turns away, stays alive, and is itself again afterwards. */
async function overload(scene: Scene, orders: Orders): Promise<number> {
  const crowd = startPart('crowd', { ...orders, seconds: crowdSeconds });
  const health: number[] = [];
  const looking = setInterval(() => {
    const begun = performance.now();
    void fetch(`${orders.url}/healthz`).then(
      ({ status }) => health.push(status === 200 ? performance.now() - begun : Number.NaN),
      () => health.push(Number.NaN),
    );
  }, 1_000);
  const outcome = await crowd.outcome;
  clearInterval(looking);
  sayOutcome(`overload: ${size.managers} callers who never pause, ${crowdSeconds} s`, outcome);
  line(`  health asked ${health.length} times: slowest ${Math.max(...health).toFixed(0)} ms`);
  await sleep(5_000);
  const after = {
    ...orders,
    seconds: settle,
    startsASecond: Math.min(5, orders.startsASecond),
    firstChair: orders.startsASecond * orders.seconds,
    streams: 0,
  };
  const [calm, starts] = [startPart('managers', after), startPart('guests', after)];
  const [calmed, started] = await Promise.all([calm.outcome, starts.outcome]);
  sayOutcome('5 s after it, the managers again', calmed);
  sayOutcome('and starts', started);
  await sayOrders(scene.pool, new Date(Date.now() - settle * 1000));
  return errorsOf(outcome) + errorsOf(calmed) + errorsOf(started) + shedOf(calmed) + shedOf(started);
}

const scene = await setScene(size, line);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void scene.stop().finally(() => process.exit(1)));
}
try {
  const orders: Orders = {
    url: scene.server.url,
    seconds: minutes * 60,
    managers: size.managers,
    consumers: size.consumers,
    chairs: size.chairs,
    startsASecond: number('STARTS', 50),
    firstChair: 0,
    coinsASecond: number('COINS', 5),
    think: number('THINK', 20),
    streams: number('STREAMS', size.managers),
    priceId: scene.priceId,
    control: scene.fleet.control,
  };
  const wrong = (await steadyLoad(scene, orders)) + (crowdSeconds > 0 ? await overload(scene, orders) : 0);
  line(`\nerrors, and calls turned away outside the overload: ${wrong} (must be 0)`);
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  await scene.stop();
}
