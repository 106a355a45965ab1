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
 * How many starts a second one server can do while managers look at their screens, compared with the minimal safe
 * server (reference/server.ts). The rate rises in steps until a start fails, is refused, or their p99 passes a second.
 * `node bench/capacity.ts`, small: `node bench/capacity.ts --chairs 500 --managers 50 --steps 3 --seconds 5` `--hold
 * 10` then holds 80 % of the product's capacity for ten minutes; `--capacity 200` takes that as known.
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
  /** Most steps in one ladder. */
  steps: 12,
  /** Measured in each step: long enough that one collection of garbage is not one start in a hundred. */
  seconds: 20,
  rounds: 3,
  /** Seconds in which the costs of a start are counted, at least 20. */
  window: 60,
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

/** One ladder on each side, step by step in turns. */
async function climbInTurns(title: string, climbs: Climb[], postgresPid: number): Promise<void> {
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
}

function printStep(title: string, { name }: Side, { rate, p50, p99, problem, report }: MeasuredStep): void {
  const latency = `p50 ${p50.toFixed(1).padStart(7)} ms  p99 ${p99.toFixed(1).padStart(7)} ms`;
  const verdict = problem === undefined ? 'good' : `NOT GOOD (${problem})`;
  console.log(`${title}  ${name.padEnd(9)} ${String(rate).padStart(5)}/s  ${latency}  ${verdict}; ${report}`);
}

interface Capacity {
  product: number;
  reference: number;
  /** Every ladder reached a rate that was too high. */
  limitsFound: boolean;
}

/** After 10,000 chairs and 2,000 streams have connected, the first collections of garbage and plans take longest. */
async function warmUp(sides: Side[], postgresPid: number): Promise<void> {
  for (const side of sides) {
    printStep('warm-up', side, await measureStep(side, { perSecond: options.first, seconds, runSeconds, postgresPid }));
  }
}

/** A coarse ladder first; then several fine ones, of which the median counts. */
async function findCapacity({ product, reference, postgres }: Setup): Promise<Capacity> {
  await warmUp([product, reference], postgres.pid);
  const coarseClimbs = [product, reference].map((side) => climbFrom(side, options.first, coarse));
  await climbInTurns('coarse ', coarseClimbs, postgres.pid);
  const estimates = coarseClimbs.map(({ side, steps }) => ({ side, rate: highestGood(steps) }));
  if (estimates.some(({ rate }) => rate === 0)) throw new Error('no rate was good: begin with a lower one (--first)');
  const climbs: Climb[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    const inTurns = estimates.map(({ side, rate }) => climbFrom(side, 0.7 * rate, fine));
    await climbInTurns(`round ${round}`, inTurns, postgres.pid);
    climbs.push(...inTurns);
  }
  const rateOf = (wanted: Side) => medianRate(climbs.filter(({ side }) => side === wanted));
  return {
    product: rateOf(product),
    reference: rateOf(reference),
    limitsFound: climbs.every(({ steps }) => foundLimit(steps)),
  };
}

const medianRate = (climbs: Climb[]) => median(climbs.map(({ steps }) => highestGood(steps)));

async function printCosts(sides: Side[], perSecond: number): Promise<void> {
  console.log(`\ncosts of one start with its end, at ${perSecond} starts a second, without managers at their screens`);
  for (const side of sides) {
    const cost = await costPerStart(side, { perSecond, windowSeconds: options.window, runSeconds });
    const hot = Number.isNaN(cost.hotShare) ? 'none' : `${(100 * cost.hotShare).toFixed(0)} % HOT`;
    console.log(
      `  ${side.name.padEnd(10)}${cost.statements.toFixed(1)} SQL statements, ` +
        `${cost.rowsWritten.toFixed(1)} rows written, ${cost.walBytes.toFixed(0)} bytes of WAL, updates of orders: ${hot}`,
    );
  }
}

async function measureCapacity(setup: Setup): Promise<number> {
  const { product, reference, limitsFound } = await findCapacity(setup);
  const ratio = product / reference;
  const verdict = ratio >= goal ? 'met' : 'MISSED';
  console.log(`\nproduct ${product} starts a second, reference ${reference} (medians of ${options.rounds} rounds)`);
  console.log(`ratio ${ratio.toFixed(2)}, goal at least ${goal}: ${limitsFound ? verdict : 'UNDECIDED, see above'}`);
  await printCosts([setup.product, setup.reference], Math.max(1, Math.round(product / 2)));
  return product;
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
