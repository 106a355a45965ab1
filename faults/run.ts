import { type Environment, openEnvironment } from './environment.ts';
import { gatherFacts } from './facts.ts';
import { allOver, invariants, violationsIn } from './invariants.ts';
import { startAfterwards } from './people.ts';
import { play } from './play.ts';
import { clearScene, type Scene, setScene } from './scene.ts';
import { makeSchedule } from './schedule.ts';
import { advanceClock, endFaults, untilSettled } from './settle.ts';
import { add, type Counts, countsOf } from './summary.ts';

export interface Result {
  seed: number;
  /** The violated invariants, with details. None: the schedule passed. */
  broken: string[];
  /** It was interrupted. */
  aborted?: true;
  counts: Counts;
  /** The last lines of the server's log. */
  lines: string[];
}

interface RunOptions {
  postgresUrl: string;
  seeds: Iterable<number>;
  /** How many schedules run in parallel. */
  parallel: number;
  onResult?(result: Result, done: number): void;
}

/** Runs schedules and checks every invariant after each. Returns the failed ones, and counts of what happened. */
export async function runSchedules({ postgresUrl, seeds, parallel, onResult }: RunOptions) {
  const waiting = seeds[Symbol.iterator]();
  const failed: Result[] = [];
  const total: Counts = {};
  let done = 0;
  const worker = async () => {
    let environment = await openEnvironment(postgresUrl);
    try {
      for (let next = waiting.next(); !next.done; next = waiting.next()) {
        const result = await runOne(environment, next.value).catch((error: Error) =>
          failure(environment, next.value, error),
        );
        done += 1;
        add(total, result.counts);
        if (result.broken.length > 0) failed.push(result);
        onResult?.(result, done);
        if (result.aborted) {
          await environment.stop();
          environment = await openEnvironment(postgresUrl);
        }
      }
    } finally {
      await environment.stop();
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return { done, failed, total };
}

async function runOne(environment: Environment, seed: number): Promise<Result> {
  const before = countsOf(environment);
  environment.lines.length = 0;
  environment.unexpectedExits.length = 0;
  const scene = await setScene(environment, makeSchedule(seed));
  try {
    const broken = await playAndCheck(scene);
    const facts = await gatherFacts(scene);
    const counts = countsOf(environment, facts, scene.schedule);
    for (const [name, count] of Object.entries(before)) counts[name] = (counts[name] ?? 0) - count;
    return { seed, broken, counts, lines: [...environment.lines] };
  } finally {
    await clearScene(scene);
  }
}

/** The simulation itself failed, for instance because the server did not start again. */
const failure = ({ lines }: Environment, seed: number, error: Error): Result => ({
  seed,
  broken: [error.stack ?? error.message],
  aborted: true,
  counts: {},
  lines: [...lines],
});

async function playAndCheck(scene: Scene): Promise<string[]> {
  await play(scene);
  await endFaults(scene);
  const stuck = await untilSettled(scene, { resendNotices: false });
  // A provider resends undelivered notices for a day: late payments are refunded, all other notices are already known.
  stuck.push(...(await untilSettled(scene, { resendNotices: true })));
  const broken = [
    ...stuck,
    ...scene.environment.unexpectedExits.map((how) => `the server keeps running: it exited with ${how}`),
  ];
  if (broken.length === 0) {
    await startOnce(scene);
    broken.push(...(await untilSettled(scene, { resendNotices: true })));
  }
  broken.push(...violationsIn(await gatherFacts(scene)));
  if (broken.length > 0) return broken;
  await advanceClock(scene);
  return violationsIn(await gatherFacts(scene), [...invariants, allOver]);
}

/** Starts a free chair with a coupon that must be valid, or for cash. */
async function startOnce(scene: Scene): Promise<void> {
  const { orders } = await gatherFacts(scene);
  const taken = new Set(
    orders.flatMap(({ status, deviceId }) => (['pending', 'running'].includes(status) ? [deviceId] : [])),
  );
  const free = scene.chairs.find(({ chair }) => !taken.has(chair.deviceId) && !chair.memory.run);
  if (!free) return;
  const used = new Set(
    orders.flatMap(({ status, couponNo }) => (['failed', 'cancelled'].includes(status) ? [] : [couponNo])),
  );
  const coupon = scene.coupons.slice(0, scene.schedule.freeCoupons).find((no) => !used.has(no));
  await startAfterwards(scene, free.chair.deviceId, coupon);
}
