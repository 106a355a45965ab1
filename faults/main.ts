import { parseArgs } from 'node:util';
import { startPostgresOfRun } from '../server/src/testing/database.ts';
import { type Result, runSchedules } from './run.ts';

const help = `npm run faults -- --schedules 10000 --seed 1

  --schedules N   how many schedules (200)
  --seed N        the seed of the first; the others follow it (1)
  --parallel N    how many run in parallel (12)
  --log           for each that fails: the last lines of its server's log
`;

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '12' },
    log: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);

let interrupted = false;

/** Consecutive seeds, until interrupted. */
function* seedsFrom(first: number, count: number): Generator<number> {
  for (let seed = first; seed < first + count && !interrupted; seed += 1) yield seed;
}

function report({ seed, broken, lines }: Result): void {
  say(`✘ schedule ${seed} violated an invariant; to repeat it: npm run faults -- --seed ${seed} --schedules 1 --log`);
  for (const what of broken) say(`    ${what}`);
  if (values.log) for (const line of lines) say(`    | ${line}`);
}

async function run(): Promise<boolean> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      say('running schedules are finished, then it stops');
      interrupted = true;
    });
  }
  const [schedules, first, parallel] = [values.schedules, values.seed, values.parallel].map(Number);
  if (![schedules, first, parallel].every(Number.isSafeInteger)) throw new Error('the options must be whole numbers');
  const startedAt = Date.now();
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(0);
  const postgres = await startPostgresOfRun();
  try {
    const { done, failed, total } = await runSchedules({
      postgresUrl: postgres.url,
      seeds: seedsFrom(first ?? 1, schedules ?? 1),
      parallel: Math.min(parallel ?? 1, schedules ?? 1),
      onResult(result, finished) {
        if (result.broken.length > 0) report(result);
        if (finished % 100 === 0) say(`${finished} of ${schedules} schedules, ${seconds()} s`);
      },
    });
    for (const name of Object.keys(total).sort()) say(`${String(total[name]).padStart(9)}  ${name}`);
    say(`${done} schedules from seed ${first} in ${seconds()} s: ${failed.length} violated an invariant`);
    for (const { seed } of failed) say(`  npm run faults -- --seed ${seed} --schedules 1`);
    return failed.length === 0;
  } finally {
    await postgres.stop();
  }
}

if (values.help) say(help);
else process.exitCode = (await run()) ? 0 : 1;
