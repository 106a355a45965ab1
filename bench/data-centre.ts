import { devices, managers, statistics } from './data-centre/calls.ts';
import { startBenchPostgres } from './data-centre/database.ts';
import { at, medians, type Running, rate, startServer, type Target } from './data-centre/measure.ts';

/**
 * How long each call of the data centre takes compared with a bare one (a session and a row by its key), in one run,
 * for managers of 1, 20 and 200 outlets. Build the data first: `node bench/dataset.ts`. `node bench/data-centre.ts
 * [orders = 10000000] [rounds = 100]`
 */

const orders = Number(process.argv[2] ?? 10_000_000);
const rounds = Number(process.argv[3] ?? 100);

async function table(title: string, running: Running, rows: (readonly [string, Target[]])[]): Promise<void> {
  console.log(`\n${title}\n`);
  for (const [name, targets] of rows) {
    const bare = { url: running.bareUrl, token: running.tokens.one };
    const [least = 1, ...times] = await medians([bare, ...targets], rounds);
    const cells = times.map((time) => `${(time / least).toFixed(2)} (${time.toFixed(2)} ms)`);
    console.log(`| ${[name, `${least.toFixed(2)} ms`, ...cells].join(' | ')} |`);
  }
}

const postgres = await startBenchPostgres();
try {
  const running = await startServer(postgres, orders);
  console.log(`${orders.toLocaleString('en')} orders; times the bare call's p50, for 1, 20 and 200 outlets`);
  const forAll = ([name, path]: readonly [string, string]) =>
    [name, managers.map((who) => at(running, path, who))] as const;
  await table('Statistics', running, statistics.map(forAll));
  await table(
    'Device list',
    running,
    devices.map(([name, filter]) => [name, [at(running, `/device/list?limit=20${filter}`, 'all')]] as const),
  );
  console.log('\nRequests a second at 50 connections\n');
  const bare = { url: running.bareUrl, token: running.tokens.one };
  const year = at(running, '/statistics/appStatistics?period=year', 'one');
  const today = at(running, '/statistics/h5/incomeToday', 'one');
  for (let round = 0; round < 3; round += 1) {
    const least = await rate(bare, 50, 4);
    const figures = [await rate(year, 50, 4), await rate(today, 50, 4)];
    const cells = figures.map((figure) => `${figure.toFixed(0)} (${(figure / least).toFixed(2)})`);
    console.log(`bare ${least.toFixed(0)}; appStatistics, year ${cells[0]}; incomeToday ${cells[1]}`);
  }
  await running.stop();
} finally {
  await postgres.stop();
}
