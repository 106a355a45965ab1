import { beforeEach, describe, expect, it } from 'vitest';
import { useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import { buryMessage, listDeadLetters, replayDeadLetter } from './dead-letters.ts';

/** Messages whose handling failed: how they are kept, and what replaying them does. */

const { pool, insert } = useRows();
beforeEach(() =>
  pool().query('TRUNCATE orders, commands, device_events, dead_letters, audit_log, ledger, refunds CASCADE'),
);

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
let last = 1000;
function next(): number {
  last += 1;
  return last;
}

/** An order of ten minutes and 15.00, paid online, on a chair of its own; with its start command. */
async function order(status: 'starting' | 'running') {
  const id = next();
  await insert('devices', id);
  const started =
    status === 'running' ? { started_at: ago(240), ends_at: ago(-360) } : { started_at: null, ends_at: null };
  const price = { list_amount: 1500, amount: 1500, minutes: 10 };
  const who = { placed_by: null, request_id: null };
  await insert('orders', id, {
    status,
    device_id: `D${id}`,
    created_at: ago(300),
    ended_at: null,
    ...price,
    ...who,
    ...started,
  });
  await insert('commands', id, { order_id: id, device_id: `D${id}`, expires_at: ago(-30) });
  return { id, deviceId: `D${id}`, commandId: uuid(id) };
}

const bury = (deviceId: string, kind: string, body: object, error: unknown = new Error('x')) =>
  buryMessage(pool(), { deviceId, kind, body }, error, { receivedAt: ago(60), now: ago(50) });
const event = (type: string, more: object) => ({
  eventId: 'e',
  bootId: 1,
  seq: 1,
  at: ago(60).toISOString(),
  type,
  ...more,
});
const faultRefund = 'unused' as const;
const replay = (id: number) => replayDeadLetter({ pool: pool(), clock: () => now, actor: 'anna', faultRefund }, id);
const replayOnly = async () => {
  const [letter] = await listDeadLetters(pool());
  return replay(letter?.id ?? 0);
};
const rowsOf = async (text: string, ...values: unknown[]): Promise<Row[]> => (await pool().query(text, values)).rows;
const orderOf = async (id: number) => (await rowsOf('SELECT * FROM orders WHERE id = $1', id))[0];
const resolved = async () => (await rowsOf('SELECT resolved_at FROM dead_letters'))[0]?.resolved_at;

describe('a message that failed', () => {
  it.each([
    ['an error', new TypeError('no such thing'), /^TypeError: no such thing\n +at /],
    ['anything else', 'odd', /^odd$/],
  ])('is kept as it came, with %s', async (_case, error, text) => {
    await bury('D1', 'evt', { odd: true }, error);
    expect(await listDeadLetters(pool())).toMatchObject([
      { device_id: 'D1', kind: 'evt', payload: { odd: true }, received_at: ago(60), failed_at: ago(50) },
    ]);
    expect((await listDeadLetters(pool()))[0]?.error).toMatch(text);
  });
});

describe('a replay', () => {
  it('of an event takes effect as of its receipt, once, and is in the audit log of its chair', async () => {
    const { id, deviceId } = await order('running');
    await insert('ledger', next(), { order_id: id, provider: 'sandbox', amount: 1500, attempt_id: null });
    await bury(deviceId, 'evt', event('ended', { orderId: String(id), reason: 'fault', ranSeconds: 180 }));
    const letter = await replayOnly();
    expect(await orderOf(id)).toMatchObject({ status: 'finished', ended_at: ago(60), owed_amount: 1050 });
    expect(await rowsOf('SELECT received_at FROM device_events')).toEqual([{ received_at: ago(60) }]);
    expect(await rowsOf('SELECT amount::int FROM refunds')).toEqual([{ amount: 1050 }]);
    expect([await resolved(), await listDeadLetters(pool())]).toEqual([now, []]);
    expect(await rowsOf('SELECT actor, action, target, after FROM audit_log')).toEqual([
      { actor: 'anna', action: 'event replay', target: `device ${deviceId}`, after: { deadLetter: letter.id } },
    ]);
    await expect(replay(letter.id)).rejects.toMatchObject({ problem: 'deadLetterNotFound' });
  });

  it('of a suspicious coin books and marks it', async () => {
    const n = next();
    await insert('devices', n);
    const coin = { coins: 1, amount: 500, currency: 'PHP', minutes: 5, gear: 'deep', totalCoins: 1 };
    await bury(`D${n}`, 'evt', event('coin', coin));
    await replayOnly();
    expect(await rowsOf('SELECT amount::int, currency FROM orders')).toEqual([{ amount: 500, currency: 'PHP' }]);
    expect(await rowsOf('SELECT suspicion FROM device_events')).toEqual([{ suspicion: 'currency' }]);
  });

  it.each([
    ['fails its start', 'busy', 'rejected: busy'],
    ['fails its start for a reason that the chair does not name', undefined, 'rejected: unknown'],
  ])('of a rejection %s', async (_case, reason, end_reason) => {
    const { id, deviceId, commandId } = await order('starting');
    await bury(deviceId, 'ack', { commandId, result: 'rejected', reason, at: ago(60).toISOString() });
    await replayOnly();
    expect(await orderOf(id)).toMatchObject({ status: 'failed', end_reason });
    expect(await rowsOf('SELECT result, reason FROM commands')).toEqual([
      { result: 'rejected', reason: reason ?? null },
    ]);
    expect(await resolved()).toEqual(now);
  });

  it('of an event of an unknown chair is refused, and the message is kept', async () => {
    await bury('NOSUCH', 'evt', event('fault', { code: 'E1' }));
    await expect(replayOnly()).rejects.toMatchObject({ problem: 'deviceNotFound', params: { deviceId: 'NOSUCH' } });
    expect([await resolved(), await rowsOf('SELECT FROM audit_log')]).toEqual([null, []]);
    await expect(replay(999_999)).rejects.toMatchObject({ problem: 'deadLetterNotFound' });
  });
});
