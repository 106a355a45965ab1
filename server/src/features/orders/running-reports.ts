import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { RunningReport } from '../devices/index.ts';
import { ordersById } from './chair-events.sql.ts';
import { writeStops } from './commands.ts';
import { mustStop, type OrderState, trustedTime } from './lifecycle.rules.ts';
import { type Applied, combine, type LifecycleContext, nothingApplied, transition } from './lifecycle.ts';

interface RunningReportDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  timing: { startWaitMs: number };
  followUp(applied: Applied): void;
}

/** A chair's state says that it runs an order: settles a start whose event is late, stops what must not run. */
export async function reconcileRunning(deps: RunningReportDeps, reports: readonly RunningReport[]): Promise<void> {
  const ids = reports.map(({ orderId }) => Number(orderId)).filter((id) => Number.isSafeInteger(id) && id > 0);
  if (ids.length === 0) return;
  const orders = new Map((await ordersById(deps.pool, ids)).map((order) => [order.id, order]));
  for (const report of reports) {
    const order = orders.get(Number(report.orderId));
    if (order?.device_id !== report.deviceId || (order.status !== 'starting' && !mustStop(order))) continue;
    await reconcileOne(deps, order, report).catch((error) =>
      deps.log.error({ err: error, orderId: order.id }, "a chair's state could not be reconciled with its order"),
    );
  }
}

async function reconcileOne(deps: RunningReportDeps, order: OrderState, { endsAt }: RunningReport): Promise<void> {
  const now = deps.clock();
  const context: LifecycleContext = { now, startWaitMs: deps.timing.startWaitMs };
  const reported = endsAt ? new Date(endsAt.getTime() - order.minutes * 60_000) : now;
  const { at } = trustedTime(reported, now, { offline: false });
  const applied = await transaction(deps.pool, async (db) => {
    const started = await transition(db, context, [{ orderId: order.id, step: 'start', at }]);
    return combine(started, await stopIfOver(db, order.id, now));
  });
  deps.followUp(applied);
}

async function stopIfOver(db: Db, orderId: number, now: Date): Promise<Applied> {
  const orders = (await ordersById(db, [orderId])).filter(mustStop);
  return { ...nothingApplied, commands: await writeStops(db, orders, now) };
}
