import { managers, statistics } from './data-centre/calls.ts';
import { startBenchPostgres } from './data-centre/database.ts';
import { at, medians, startServer } from './data-centre/measure.ts';

/**
 * What ten times as many orders cost: each call of the statistics on the larger dataset compared with the same call on
 * the smaller, in turns. Build both first: `node bench/dataset.ts` and `node bench/dataset.ts 1000000`.
 */

const [few, many] = [1_000_000, 10_000_000];
const rounds = Number(process.argv[2] ?? 100);

const postgres = await startBenchPostgres();
try {
  const small = await startServer(postgres, few);
  const large = await startServer(postgres, many);
  console.log('Ten million orders beside one million; p50 by p50, for 1, 20 and 200 outlets');
  for (const [name, path] of statistics) {
    const cells = [];
    for (const who of managers) {
      const [less = 1, more = 1] = await medians([at(small, path, who), at(large, path, who)], rounds);
      cells.push(`${(more / less).toFixed(2)}`);
    }
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
  await small.stop();
  await large.stop();
} finally {
  await postgres.stop();
}
