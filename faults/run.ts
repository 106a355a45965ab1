import { gatherFacts } from './facts.ts';
import { allOver, brokenIn, invariants } from './invariants.ts';
import { startAfterwards } from './people.ts';
import { play } from './play.ts';
import { endTrouble, letTimePass, untilQuiet } from './quiet.ts';
import { clearScene, type Scene, setScene } from './scene.ts';
import { makeSchedule } from './schedule.ts';
import { openSlot, type Slot } from './slot.ts';
import { add, type Counts, countsOf } from './summary.ts';

export interface Result {
  seed: number;
  /** Which promises were broken, and how. None: the schedule passed. */
  broken: string[];
  /** It was not played to its end. */
  unplayed?: true;
  counts: Counts;
  /** What the server logged last, to understand a failure. */
  lines: string[];
}

interface RunOptions {
  postgresUrl: string;
  seeds: Iterable<number>;
  /** How many schedules are played side by side. */
  slots: number;
  onResult?(result: Result, done: number): void;
}

/** Plays schedules and checks every promise after each. Returns those that broke one, and what happened in all. */
export async function runSchedules({ postgresUrl, seeds, slots, onResult }: RunOptions) {
  const waiting = seeds[Symbol.iterator]();
  const failed: Result[] = [];
  const total: Counts = {};
  let done = 0;
  const worker = async () => {
    let slot = await openSlot(postgresUrl);
    try {
      for (let next = waiting.next(); !next.done; next = waiting.next()) {
        const result = await runOne(slot, next.value).catch((error: Error) => failure(slot, next.value, error));
        done += 1;
        add(total, result.counts);
        if (result.broken.length > 0) failed.push(result);
        onResult?.(result, done);
        if (result.unplayed) {
          await slot.stop();
          slot = await openSlot(postgresUrl);
        }
      }
    } finally {
      await slot.stop();
    }
  };
  await Promise.all(Array.from({ length: slots }, worker));
  return { done, failed, total };
}

async function runOne(slot: Slot, seed: number): Promise<Result> {
  const before = countsOf(slot);
  slot.lines.length = 0;
  slot.deaths.length = 0;
  const scene = await setScene(slot, makeSchedule(seed));
  try {
    const broken = await playAndCheck(scene);
    const facts = await gatherFacts(scene);
    const counts = countsOf(slot, facts, scene.schedule);
    for (const [name, count] of Object.entries(before)) counts[name] = (counts[name] ?? 0) - count;
    return { seed, broken, counts, lines: [...slot.lines] };
  } finally {
    await clearScene(scene);
  }
}

/** The simulation itself could not go on, say because the server did not come back. */
const failure = ({ lines }: Slot, seed: number, error: Error): Result => ({
  seed,
  broken: [error.stack ?? error.message],
  unplayed: true,
  counts: {},
  lines: [...lines],
});

async function playAndCheck(scene: Scene): Promise<string[]> {
  await play(scene);
  await endTrouble(scene);
  const stuck = await untilQuiet(scene);
  const broken = [...stuck, ...scene.slot.deaths.map((how) => `the server runs on: it ended with ${how}`)];
  if (broken.length === 0) {
    await startOnce(scene);
    broken.push(...(await untilQuiet(scene)));
  }
  broken.push(...brokenIn(await gatherFacts(scene)));
  if (broken.length > 0) return broken;
  await letTimePass(scene);
  return brokenIn(await gatherFacts(scene), [...invariants, allOver]);
}

/** A chair that nobody has, started with a coupon that should still be good, or else for cash. */
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
