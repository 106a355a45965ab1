import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type SendCommand, unansweredStops } from './commands.ts';
import type { Applied, TransitionRequest } from './lifecycle.ts';

export interface DeadlineDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  timing: { startWaitMs: number; resendAfterMs: readonly number[] };
  payMinutes: number;
  send: SendCommand;
  /** Applies one transition; those that come together share a transaction. */
  apply(request: TransitionRequest): Promise<Applied>;
  /** Every server has handled what it received before this instant. */
  readUntil(): Promise<Date>;
  /** When this server started. */
  startedAt: Date;
}

const perSweep = 100;

// Sorted as the index of open orders is: by id, PostgreSQL may walk all orders there ever were.

/**
 * Starts that were not reported by their deadline, which was before `$1`. `$2`: starts sent before this instant are
 * not judged yet. `$3`: this order only. A subquery instead of a join: the plan of a join that is made while `commands`
 * is empty compares every starting order with every command.
 */
export const overdueStarts = statement<{ id: number }, [Date, Date, number | null]>(
  'deadlines.starts',
  `SELECT o.id FROM orders o
   WHERE o.status = 'starting' AND ($3::bigint IS NULL OR o.id = $3)
     AND (SELECT c.expires_at <= $1 AND c.created_at >= $2 FROM commands c
       WHERE c.order_id = o.id AND c.type = 'start')
   ORDER BY o.created_at LIMIT ${perSweep}`,
);

const overduePayments = statement<{ id: number }, [Date]>(
  'deadlines.payments',
  `SELECT id FROM orders WHERE status = 'pending' AND created_at <= $1 ORDER BY created_at LIMIT ${perSweep}`,
);

const overdueEnds = statement<{ id: number; ends_at: Date }, [Date]>(
  'deadlines.ends',
  `SELECT id, ends_at FROM orders WHERE status = 'running' AND ends_at <= $1 ORDER BY ends_at LIMIT ${perSweep}`,
);

const startingChairs = statement<{ device_id: string }, []>(
  'deadlines.startingChairs',
  `SELECT DISTINCT device_id FROM orders WHERE status = 'starting'`,
);

/** Settles whatever is past its deadline. */
export async function sweep(deps: DeadlineDeps): Promise<void> {
  const now = deps.clock();
  const unpaid = await overduePayments(deps.pool, new Date(now.getTime() - deps.payMinutes * 60_000));
  await applyEach(
    deps,
    unpaid.map(({ id }) => ({ orderId: id, step: 'cancel', at: now, reason: 'unpaid' })),
  );
  const over = await overdueEnds(deps.pool, now);
  await applyEach(
    deps,
    over.map(({ id, ends_at }) => ({ orderId: id, step: 'end', at: ends_at, reason: 'time is over' })),
  );
  await failOverdueStarts(deps, now, null);
  const stops = await unansweredStops(deps.pool, now, deps.timing.resendAfterMs[0] ?? 0);
  for (const { deviceId, command } of stops) deps.send(deviceId, command);
}

/** The deadline of one start has come. False: messages from before the deadline are still unread. */
export async function giveUpStart(deps: DeadlineDeps, orderId: number): Promise<boolean> {
  return (
    (await failOverdueStarts(deps, deps.clock(), orderId)) > 0 || !(await isStarting.one(deps.pool, orderId)).starting
  );
}

const isStarting = statement<{ starting: boolean }, [number]>(
  'deadlines.isStarting',
  `SELECT status = 'starting' AS starting FROM orders WHERE id = $1`,
);

/**
 * A start that was sent before this server started gets the full wait again: chairs reconnect after a restart and then
 * report.
 */
async function failOverdueStarts(deps: DeadlineDeps, now: Date, orderId: number | null): Promise<number> {
  const { pool, startedAt, timing, readUntil } = deps;
  const isSettlingIn = now.getTime() < startedAt.getTime() + timing.startWaitMs;
  const judged = new Date(Math.min(now.getTime(), (await readUntil()).getTime()));
  const starts = await overdueStarts(pool, judged, isSettlingIn ? startedAt : new Date(0), orderId);
  return applyEach(
    deps,
    starts.map(({ id }) => ({ orderId: id, step: 'fail', at: now, reason: 'no answer' })),
  );
}

/** Applies each separately: one that fails is logged and does not block the others. Returns how many changed. */
async function applyEach({ apply, log, metrics }: DeadlineDeps, requests: TransitionRequest[]): Promise<number> {
  const changed = await Promise.all(
    requests.map((request) =>
      apply(request).then(
        (applied) => applied.changed.length > 0,
        (error) => {
          log.error({ err: error, orderId: request.orderId, step: request.step }, 'an overdue order was not settled');
          return false;
        },
      ),
    ),
  );
  const count = changed.filter(Boolean).length;
  if (count > 0 && requests[0]?.step === 'fail') metrics.starts.inc({ outcome: 'no answer' }, count);
  return count;
}

/** The chairs of all starting orders, to be queried after the server has started. */
export async function chairsToQuery(pool: Pool): Promise<string[]> {
  return (await startingChairs(pool)).map((row) => row.device_id);
}
