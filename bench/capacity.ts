import { costPerStart, setCounting } from './capacity/cost.ts';
import { hold } from './capacity/hold.ts';
import { foundLimit, highestGood, type Ladder, nextRate } from './capacity/ladder.ts';
import { type Side, setUpSides } from './capacity/sides.ts';
import { type MeasuredStep, measureStep } from './capacity/step.ts';
import { withCleanups } from './lib/cleanups.ts';
import { median } from './lib/figures.ts';
import { numericOptions } from './lib/options.ts';
import type { Size } from './lib/world.ts';

/**
 * How many starts a second one server can do while managers look at their screens, beside the least that is safe
 * (reference/server.ts). The rate rises in steps until a start fails, is refused, or their p99 passes a second.
 * `node bench/capacity.ts`, small: `node bench/capacity.ts --chairs 500 --managers 50 --steps 3 --seconds 5`
 * `--hold 10` then holds 80 % of the product's capacity for ten minutes; `--capacity 200` takes that as known.
 */

const options = numericOptions({
  chairs: 10_000,
  managers: 2_000,
  /** Seconds that a manager reads a screen, on average. */
  think: 20,
  /** Orders of the past year. */
  history: 200_000,
  /** Seconds that a chair runs. */
  run: 5,
  /** Starts a second of the first step. */
  first: 20,
  /** At most, in one ladder. */
  steps: 12,
  /** Measured in each step. */
  seconds: 10,
  rounds: 3,
  /** Minutes; 0 for none. */
  hold: 0,
  /** The product's capacity, if it is known; 0 measures it. */
  capacity: 0,
});
const { chairs, managers, history, seconds, run: runSeconds } = options;
const size: Size = { outlets: Math.min(200, managers), chairs, managers, consumers: 0, history };
/** A chair is started again only after its run has ended, with time to spare. */
const maxRate = Math.floor(chairs / (runSeconds + 3));
const [coarse, fine] = [1.5, 1.1];
const goal = 0.5;

type Setup = Awaited<ReturnType<typeof setUpSides>>;

interface Climb {
  side: Side;
  ladder: Ladder;
  steps: MeasuredStep[];
}

const climbFrom = (side: Side, first: number, factor: number): Climb => ({
  side,
  ladder: { first: Math.max(1, Math.round(first)), factor, maxSteps: options.steps, maxRate },
  steps: [],
});

/** One ladder on each side, step by step in turns. Returns the highest good rate of each. */
async function climbInTurns(title: string, climbs: Climb[], postgresPid: number): Promise<number[]> {
  for (let going = true; going; ) {
    going = false;
    for (const { side, ladder, steps } of climbs) {
      const perSecond = nextRate(steps, ladder);
      if (perSecond === undefined) continue;
      going = true;
      const step = await measureStep(side, { perSecond, seconds, runSeconds, postgresPid });
      steps.push(step);
      printStep(title, side, step);
    }
  }
  for (const { side, steps } of climbs) {
    if (!foundLimit(steps)) console.log(`${title}  ${side.name}: no rate was too high, ${highestGood(steps)} or more`);
  }
  return climbs.map(({ steps }) => highestGood(steps));
}

function printStep(title: string, { name }: Side, { rate, p50, p99, problem, report }: MeasuredStep): void {
  const latency = `p50 ${p50.toFixed(1).padStart(7)} ms  p99 ${p99.toFixed(1).padStart(7)} ms`;
  const verdict = problem === undefined ? 'good' : `NOT GOOD (${problem})`;
  console.log(`${title}  ${name.padEnd(9)} ${String(rate).padStart(5)}/s  ${latency}  ${verdict}; ${report}`);
}

/** A coarse ladder first, which also warms both sides up; then several fine ones, of which the median counts. */
async function findCapacities({
  product,
  reference,
  postgres,
}: Setup): Promise<{ product: number; reference: number }> {
  const sides = [product, reference];
  const first = sides.map((side) => climbFrom(side, options.first, coarse));
  const estimates = await climbInTurns('coarse ', first, postgres.pid);
  if (estimates.includes(0)) throw new Error('No rate was good: begin with a lower one, --first');
  const found: number[][] = sides.map(() => []);
  for (let round = 1; round <= options.rounds; round += 1) {
    const climbs = sides.map((side, index) => climbFrom(side, 0.7 * (estimates[index] ?? 0), fine));
    const rates = await climbInTurns(`round ${round}`, climbs, postgres.pid);
    for (const [index, rate] of rates.entries()) found[index]?.push(rate);
  }
  for (const [index, { name }] of sides.entries()) {
    console.log(`${name}: ${found[index]?.join(', ')} starts a second; median ${median(found[index] ?? [])}`);
  }
  return { product: median(found[0] ?? []), reference: median(found[1] ?? []) };
}

async function printCosts(sides: Side[], perSecond: number): Promise<void> {
  console.log(`\ncosts of one start with its end, at ${perSecond} starts a second, without managers at their screens`);
  for (const side of sides) {
    const cost = await costPerStart(side, { perSecond, seconds, runSeconds });
    const hot = Number.isNaN(cost.hotShare) ? 'none' : `${(100 * cost.hotShare).toFixed(0)} % HOT`;
    console.log(
      `  ${side.name.padEnd(10)}${cost.statements.toFixed(1)} SQL statements, ${cost.commits.toFixed(1)} commits, ` +
        `${cost.rowsWritten.toFixed(1)} rows written, ${cost.walBytes.toFixed(0)} bytes of WAL, updates of orders: ${hot}`,
    );
  }
}

async function measureCapacity(setup: Setup): Promise<number> {
  const capacity = await findCapacities(setup);
  const ratio = capacity.product / capacity.reference;
  console.log(`\nproduct ${capacity.product} starts a second, reference ${capacity.reference}`);
  console.log(`ratio ${ratio.toFixed(2)}, goal at least ${goal}: ${ratio >= goal ? 'met' : 'MISSED'}`);
  await printCosts([setup.product, setup.reference], Math.max(1, Math.round(capacity.product / 2)));
  return capacity.product;
}

await withCleanups(async (defer) => {
  console.log(
    `${chairs} chairs, ${managers} managers with screens and event streams, ${history} orders of the past year`,
  );
  const setup = await setUpSides({ size, runSeconds, think: options.think }, defer);
  await setCounting(setup.product.pool, false);
  const capacity = options.capacity || (await measureCapacity(setup));
  if (options.hold === 0) return;
  await setup.reference.stop();
  const perSecond = Math.max(1, Math.round(0.8 * capacity));
  console.log(`\nholding ${perSecond} starts a second for ${options.hold} minutes`);
  await hold(setup.product, { perSecond, seconds: options.hold * 60, runSeconds, postgresPid: setup.postgres.pid });
});
