import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chair } from '@recline/simulator/chair';
import { expect, it, onTestFinished } from 'vitest';
import { makePool } from '../../../platform/db.ts';
import { makeLog } from '../../../platform/log.ts';
import { startPostgres } from '../../../platform/postgres/embedded.ts';
import { until } from '../../../testing/chairs.ts';
import { spawnServer } from '../../../testing/process.ts';
import { makeWorld } from '../../../testing/world.ts';

/** Its own durable database, which the test kills. */
async function ownPostgres() {
  const directory = await mkdtemp(join(tmpdir(), 'recline-killed-'));
  await chmod(directory, 0o755);
  const postgres = await startPostgres(join(directory, 'postgres'), makeLog('silent'));
  onTestFinished(async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });
  const pidFile = join(directory, 'postgres/postmaster.pid');
  const pidNow = async () => (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0] ?? '';
  /** Kills it, and waits until it has been restarted. */
  const kill = async () => {
    const pid = await pidNow();
    process.kill(Number(pid), 'SIGKILL');
    await until(async () => !['', pid].includes(await pidNow()));
  };
  return { url: postgres.url, kill };
}

it('a database that is killed repeatedly loses no coin, counts none twice, and recovers by itself', async () => {
  const postgres = await ownPostgres();
  const server = await spawnServer({ DATABASE_URL: postgres.url });
  onTestFinished(() => server.kill());
  const pool = makePool(postgres.url, { max: 2 });
  onTestFinished(() => pool.end());
  const world = makeWorld(pool);
  const credentials = await world.device(await world.outlet());
  const chair = new Chair({ brokerUrl: server.mqttUrl, replayWait: 200, reconnectAfter: 200, ...credentials });
  onTestFinished(() => chair.powerOff());
  await chair.powerOn();

  const coin = { coins: 1, amount: 100, currency: 'CNY', minutes: 1 } as const;
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 8; count += 1) {
      chair.insertCoin({ ...coin, at: new Date(Date.now() - 3600_000 + (round * 8 + count) * 1_000) });
    }
    await postgres.kill();
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 200);
  }
  await until(async () => chair.memory.journal.length === 0, 60_000);
  const { rows } = await pool.query(
    "SELECT count(*)::int AS orders, sum(amount)::int AS amount FROM orders WHERE type = 'coin'",
  );
  expect(rows).toEqual([{ orders: 24, amount: 2400 }]);
});
