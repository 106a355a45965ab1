import { expect, it } from 'vitest';
import { makeLog } from '../../../platform/log.ts';
import { useServer } from '../../../testing/server.ts';
import { paymentHooks, withoutServer } from '../../orders/index.ts';
import type { PaymentProvider, PaymentState } from '../providers/provider.ts';
import { queryAttempts } from './settlement.ts';

// The server itself must not query them: it has no such provider, and looks rarely.
const server = useServer({}, { payments: { everyMs: 3600_000 } });

/** An open attempt that was not asked for at its provider yet, and what a query makes of it. */
async function queried(meanwhile: (number: string) => Promise<unknown>) {
  const { pool, world } = server();
  const { deviceId } = await world.device(await world.outlet());
  const { id: orderId } = await world.order(deviceId, { amount: 1500 });
  const number = `test00_${orderId}_1`;
  await pool.query(
    `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, created_at, query_at, until)
     VALUES ($1, 1, $2, 'slowpay', 1500, 'CNY', 'open', now(), now(), now() + interval '1 hour')`,
    [orderId, number],
  );
  const query = async (): Promise<PaymentState> => {
    await meanwhile(number);
    return { status: 'none', key: number };
  };
  const hooks = paymentHooks(withoutServer({ pool, clock: () => new Date() }));
  const provider = { name: 'slowpay', query } as Partial<PaymentProvider> as PaymentProvider;
  const clock = () => new Date();
  const given = { hooks, installation: async () => 'test00', refundSoon: () => {} };
  const deps = { pool, clock, log: makeLog('silent'), providers: [provider], ...given };
  await queryAttempts(deps, { queryAfterMs: 1_000 });
  const { rows } = await pool.query<{ state: string }>('SELECT state FROM payment_attempts WHERE number = $1', [
    number,
  ]);
  return rows[0]?.state;
}

it('an attempt that was never asked for, and that its provider does not know, is given up', async () => {
  expect(await queried(async () => {})).toBe('dead');
});

it('an attempt that is requested while its provider is queried stays open: somebody may pay it', async () => {
  const ask = (number: string) =>
    server().pool.query(`UPDATE payment_attempts SET request = '{}' WHERE number = $1`, [number]);
  expect(await queried(ask)).toBe('open');
});
