import { expect, it } from 'vitest';
import { until, useChairs } from '../../../testing/chairs.ts';
import { runCli } from '../../../testing/cli.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer({ LOG_LEVEL: 'warn' });
const connectChair = useChairs(server);

interface Booked {
  amount: number;
  currency: string;
  suspicion: string | null;
}

it('coins of another currency, or above any price, are booked as reported, flagged, counted, logged and listed', async () => {
  const { world, pool, url, logged, databaseUrl } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const dearest = Math.max(...outlet.prices.map(({ amount }) => amount));
  const coin = { coins: 1, amount: 100, currency: 'CNY', minutes: 1 } as const;
  chair.insertCoin(coin);
  chair.insertCoin({ ...coin, amount: 10 * dearest });
  chair.insertCoin({ ...coin, amount: 10 * dearest + 1 });
  chair.insertCoin({ ...coin, currency: 'PHP' });
  const booked = async () =>
    (
      await pool.query<Booked>(
        `SELECT o.amount, o.currency, e.suspicion FROM orders o JOIN device_events e ON e.order_id = o.id
         WHERE o.device_id = $1 AND e.type = 'coin' ORDER BY o.currency, o.amount`,
        [chair.deviceId],
      )
    ).rows;
  await until(async () => (await booked()).length === 4);
  expect(await booked()).toEqual([
    { amount: 100, currency: 'CNY', suspicion: null },
    { amount: 10 * dearest, currency: 'CNY', suspicion: null },
    { amount: 10 * dearest + 1, currency: 'CNY', suspicion: 'amount' },
    { amount: 100, currency: 'PHP', suspicion: 'currency' },
  ]);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain('recline_suspicious_coins_total{reason="currency"} 1');
  expect(metrics).toContain('recline_suspicious_coins_total{reason="amount"} 1');
  const lines = logged.filter((line) => line.includes('was booked and marked'));
  expect(lines.map((line) => (JSON.parse(line) as { suspicion: string }).suspicion).toSorted()).toEqual([
    'amount',
    'currency',
  ]);
  const { rows } = await pool.query(
    `SELECT device_id AS "deviceId", event_id AS "eventId", order_id::int AS "orderId", suspicion FROM device_events
     WHERE device_id = $1 AND suspicion IS NOT NULL`,
    [chair.deviceId],
  );
  for (const row of rows as { suspicion: string }[]) {
    const [amount, currency] = row.suspicion === 'amount' ? [10 * dearest + 1, 'CNY'] : [100, 'PHP'];
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ ...row, amount, currency }),
    );
  }
  const { stdout } = await runCli(['status', '--json'], { DATABASE_URL: databaseUrl });
  expect(JSON.parse(stdout)).toMatchObject({ suspiciousCoins: { count: 2, lastDeviceId: chair.deviceId } });
});
