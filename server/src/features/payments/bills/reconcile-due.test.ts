import { expect, it } from 'vitest';
import { makeLog } from '../../../platform/log.ts';
import { paidRow, useBooks } from '../../../testing/books.ts';
import { until } from '../../../testing/chairs.ts';
import { useServer } from '../../../testing/server.ts';
import { installationOf } from '../attempts/numbers.ts';
import { reconcileDue } from './reconcile-due.service.ts';

const server = useServer({}, { payments: { everyMs: 3600_000 } });
const books = useBooks(server);

/** One round of the servers at a given time. */
function round({ pool, time, clock, directory, provider }: Awaited<ReturnType<typeof books>>, now: string) {
  time.now = new Date(now);
  const heard = { settle: async () => {}, queryRefundSoon: async () => {} };
  const installation = () => installationOf(pool);
  return reconcileDue({ pool, clock, log: makeLog('silent'), installation, directory, ...heard }, [provider]);
}

it('day after day the bill of the day before is fetched, and missing money becomes a difference', async () => {
  const kept = await books();
  const { attempt, time, bills, asked, reconciliation, differences, doneDays } = kept;
  const missing = await attempt('paid');
  time.now = new Date('2026-11-15T00:00:00Z');
  for (const day of ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14']) bills.set(day, []);
  reconciliation.start();
  try {
    await until(async () => (await doneDays()).includes('2026-11-14'));
    expect(await differences()).toEqual([]);
    bills.set('2026-11-15', []);
    await round(kept, '2026-11-15T23:59:59Z');
    expect(asked).not.toContain('2026-11-15');
    time.now = new Date('2026-11-16T00:00:00Z');
    await until(async () => (await differences()).length > 0);
  } finally {
    await reconciliation.stop();
  }
  expect(asked.filter((day) => day === '2026-11-15')).toHaveLength(1);
  expect(await differences()).toMatchObject([{ kind: 'not on the bill', subject: missing.number }]);
});

it('a bill is read again on the three days after, so that a row that was added late is found', async () => {
  const kept = await books();
  const { attempt, bills, asked, differences } = kept;
  const unheard = await attempt('dead');
  for (const day of ['2026-11-12', '2026-11-13', '2026-11-14']) bills.set(day, []);
  bills.set('2026-11-15', []);
  const times = async (now: string) => {
    await round(kept, now);
    return asked.filter((day) => day === '2026-11-15').length;
  };
  expect(await times('2026-11-16T12:00:00Z')).toBe(1);
  expect(await times('2026-11-17T11:59:00Z')).toBe(1);
  bills.set('2026-11-15', [paidRow(unheard.number)]);
  expect(await times('2026-11-17T12:00:00Z')).toBe(2);
  expect(await differences()).toMatchObject([{ kind: 'not recorded', subject: unheard.number }]);
  expect(await times('2026-11-18T12:00:00Z')).toBe(3);
  expect(await times('2026-11-19T12:00:00Z')).toBe(4);
  expect(await times('2026-11-20T12:00:00Z')).toBe(4);
});

it('a bill that is missing after four days is one difference, and is not fetched again', async () => {
  const kept = await books();
  const { bills, asked, differences } = kept;
  for (const day of ['11', '12', '13', '15', '16', '17', '18', '19', '20']) bills.set(`2026-11-${day}`, []);
  await round(kept, '2026-11-15T12:00:00Z');
  await round(kept, '2026-11-18T23:59:59Z');
  expect(await differences()).toEqual([]);
  await round(kept, '2026-11-19T01:00:00Z');
  expect(await differences()).toMatchObject([{ kind: 'bill missing', subject: '2026-11-14' }]);
  const tries = asked.filter((day) => day === '2026-11-14').length;
  await round(kept, '2026-11-20T12:00:00Z');
  expect(await differences()).toHaveLength(1);
  expect(asked.filter((day) => day === '2026-11-14')).toHaveLength(tries);
});

it('after a week without a server only the bills of days with money are fetched', async () => {
  const kept = await books();
  const { attempt, bills, asked, differences, doneDays } = kept;
  const [billed, missing] = [await attempt('paid'), await attempt('paid')];
  for (const day of ['17', '18', '19', '20']) bills.set(`2026-11-${day}`, []);
  bills.set('2026-11-14', [paidRow(billed.number)]);
  bills.set('2026-11-15', []);
  await round(kept, '2026-11-21T12:00:00Z');
  expect(asked).not.toContain('2026-11-16');
  expect(await doneDays()).toEqual(['14', '15', '17', '18', '19', '20'].map((day) => `2026-11-${day}`));
  expect(await differences()).toMatchObject([{ kind: 'not on the bill', subject: missing.number }]);
});

it('a search that a server did not finish is repeated', async () => {
  const kept = await books();
  const { attempt, name, pool, differences } = kept;
  const missing = await attempt('paid');
  // Both bills are done, and the server that finished the second one has stopped.
  await pool.query(
    `INSERT INTO payment_bills (provider, day, lease_until, finished_at)
     SELECT $1, day, $2, $2 FROM unnest('{2026-11-14,2026-11-15}'::date[]) day`,
    [name, new Date('2026-11-16T12:00:00Z')],
  );
  await round(kept, '2026-11-16T12:00:00Z');
  expect(await differences()).toMatchObject([{ kind: 'not on the bill', subject: missing.number }]);
});
