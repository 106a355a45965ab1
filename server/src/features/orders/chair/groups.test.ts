import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { batch } from '../../../platform/batch.ts';
import { makeLog } from '../../../platform/log.ts';
import { makeMetrics } from '../../../platform/metrics.ts';
import { useServer } from '../../../testing/server.ts';
import { withoutServer } from '../lifecycle/lifecycle.service.ts';
import type { EventReport } from './chair.sql.ts';
import { handleEvents } from './chair-events.ts';

// The server itself must not settle anything during the test.
const server = useServer({}, { orders: { sweepEveryMs: 3600_000 } });

/** Handles events as a server does: those that arrive together share a transaction. */
function handler() {
  const { pool } = server();
  const observed = { log: makeLog('silent'), metrics: makeMetrics() };
  const store = { ...withoutServer({ pool, clock: () => new Date() }), ...observed };
  const handle = batch<EventReport, boolean>({ name: 'events', ...observed }, (reports) =>
    handleEvents(store, reports),
  );
  return { handle, fallbacks: async () => (await observed.metrics.batchFallbacks.get()).values };
}

/** The start that a chair reports. */
async function startedEvent(outlet: Awaited<ReturnType<ReturnType<typeof server>['world']['outlet']>>) {
  const { world } = server();
  const { deviceId } = await world.device(outlet, { online: true });
  const { id, orderId } = await world.order(deviceId, { status: 'starting' });
  const run = { orderId, minutes: 10, gear: 'deep' } as const;
  const event = { eventId: randomUUID(), bootId: 1, seq: 1, at: new Date().toISOString(), type: 'started', ...run };
  return { id, deviceId, report: { deviceId, event, receivedAt: new Date() } as EventReport };
}

const statuses = async (ids: number[]) =>
  (
    await server().pool.query<{ status: string }>('SELECT status FROM orders WHERE id = ANY($1) ORDER BY id', [ids])
  ).rows.map(({ status }) => status);

it('in a group of fifty events with one that always fails, the other forty-nine take effect', async () => {
  const { pool, world } = server();
  const outlets = [await world.outlet(), await world.outlet()];
  const starts = await Promise.all(Array.from({ length: 51 }, (_, index) => startedEvent(outlets[index % 2] as never)));
  const bad = starts[20];
  await pool.query(
    `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN IF NEW.id = ${bad?.id} THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`,
  );
  await pool.query('CREATE TRIGGER refuse_one BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_one()');
  const { handle, fallbacks } = handler();
  // The first is handled alone; those that arrive meanwhile form one group.
  const results = await Promise.allSettled(starts.map(({ report }) => handle(report)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(await statuses([bad?.id ?? 0])).toEqual(['starting']);
  const others = starts.filter((each) => each !== bad).map(({ id }) => id);
  expect(new Set(await statuses(others))).toEqual(new Set(['running']));
  expect(await fallbacks()).toContainEqual(expect.objectContaining({ labels: { batch: 'events' }, value: 1 }));
  const stored = 'SELECT FROM device_events WHERE device_id = $1';
  expect((await pool.query(stored, [bad?.deviceId])).rowCount).toBe(0);
  await pool.query('DROP TRIGGER refuse_one ON orders');
  expect(bad && (await handle(bad.report))).toBe(true);
});

it('the same event twice in a group takes effect once, and an event of an unknown chair is reported as such', async () => {
  const { pool, world } = server();
  const start = await startedEvent(await world.outlet());
  const { handle } = handler();
  const first = handle((await startedEvent(await world.outlet())).report);
  const unknown = { ...start.report, deviceId: 'NOSUCH' };
  expect(await Promise.all([handle(start.report), handle(start.report), handle(unknown), first])).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(await statuses([start.id])).toEqual(['running']);
  expect((await pool.query('SELECT FROM device_events WHERE device_id = $1', [start.deviceId])).rowCount).toBe(1);
});
