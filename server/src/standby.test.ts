import { randomUUID } from 'node:crypto';
import { Chair } from '@recline/simulator/chair';
import { expect, it, onTestFinished } from 'vitest';
import { makePool } from './platform/db.ts';
import { until } from './testing/chairs.ts';
import { spawnServer } from './testing/process.ts';
import { startReplicated } from './testing/standby.ts';
import { startTcpProxy } from './testing/tcp-proxy.ts';
import { makeWorld } from './testing/world.ts';

const coinsInAll = 30;
const coinOf = (number: number) => ({
  coins: 1,
  amount: 100,
  currency: 'CNY' as const,
  minutes: 1,
  at: new Date(Date.now() - 3600_000 + number * 60_000),
});

it('a standby that is promoted in the middle of starts has all acknowledged data', async () => {
  const database = await startReplicated();
  onTestFinished(database.stop);
  const proxy = await startTcpProxy(database.primary.url);
  onTestFinished(proxy.stop);
  const server = await spawnServer({ DATABASE_URL: proxy.url });
  onTestFinished(server.kill);
  const pool = makePool(proxy.url, { max: 3 });
  onTestFinished(() => pool.end());
  const world = makeWorld(pool);
  const outlet = await world.outlet();
  const { token } = await world.manager([outlet]);
  const chairs = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const options = { brokerUrl: server.mqttUrl, replayWait: 200, reconnectAfter: 200 };
      const chair = new Chair({ ...options, ...(await world.device(outlet)) });
      await chair.powerOn();
      onTestFinished(() => chair.powerOff());
      return chair;
    }),
  );
  const online = 'SELECT FROM devices WHERE online';
  await until(async () => (await pool.query(online)).rowCount === chairs.length);
  const [coinChair, ...started] = chairs;

  const acknowledged: string[] = [];
  let isMoved = false;
  let startsAfter = 0;
  /** Starts and stops its chair again and again, until starts work at the new address too. */
  async function startAgainAndAgain({ deviceId, memory }: Chair): Promise<void> {
    while (startsAfter < started.length) {
      const wasMoved = isMoved;
      const input = { deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'cash', requestId: randomUUID() };
      const answer = await server.client.starting.activate(input, { token });
      if (answer.code !== 200) continue;
      acknowledged.push(answer.data.orderId);
      if (wasMoved) startsAfter += 1;
      await until(async () => {
        await server.client.orders.stop({ orderId: answer.data.orderId }, { token });
        return memory.run === undefined;
      });
    }
  }
  const starting = Promise.all(started.map(startAgainAndAgain));
  for (let number = 0; number < coinsInAll / 2; number += 1) coinChair?.insertCoin(coinOf(number));
  await until(async () => acknowledged.length >= 5);
  await database.failOver();
  proxy.moveTo(database.standby.url);
  isMoved = true;
  for (let number = coinsInAll / 2; number < coinsInAll; number += 1) coinChair?.insertCoin(coinOf(number));
  await starting;
  await until(async () => coinChair?.memory.journal.length === 0, 60_000);

  const { rows } = await pool.query<{ orders: number; paid: number }>(
    `SELECT count(*) FILTER (WHERE o.status IN ('running', 'finished')) AS orders,
       (SELECT count(*) FROM ledger l WHERE l.order_id = ANY($1::bigint[]) AND l.kind = 'paid') AS paid
     FROM orders o WHERE o.id = ANY($1::bigint[])`,
    [acknowledged],
  );
  expect(rows).toEqual([{ orders: acknowledged.length, paid: acknowledged.length }]);
  const coins = await pool.query(
    "SELECT count(*) AS orders, sum(amount) AS amount FROM orders WHERE type = 'coin' AND device_id = $1",
    [coinChair?.deviceId],
  );
  expect(coins.rows).toEqual([{ orders: coinsInAll, amount: 100 * coinsInAll }]);
});
