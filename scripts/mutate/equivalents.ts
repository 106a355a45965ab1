import type { Equivalent } from './report.ts';

const devices = 'server/src/features/devices';
const lifecycle = 'server/src/features/orders/lifecycle';
const bills = 'server/src/features/payments/bills';
const refunds = 'server/src/features/payments/refunds';
const orderList = 'server/src/features/orders/list';

/** Survivors that no test can tell from the original, each with the reason. At most a tenth of a feature's. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'server/src/features/payments/refunds/worker.service.ts',
    before: 'await sql.postpone(pool, refund.id, state, new Date(clock().getTime() + waitMs), error, ref ?? null);',
    after: 'await sql.postpone(pool, refund.id, state, new Date(clock().getTime() + waitMs), error, ref);',
    because: 'the driver sends undefined as NULL, too',
  },
  {
    file: 'server/src/features/payments/refunds/worker.service.ts',
    before: 'if (!(await sql.finish.maybe(db, refund.id, at, state.ref ?? null))) return;',
    after: 'if (!(await sql.finish.maybe(db, refund.id, at, state.ref))) return;',
    because: 'the driver sends undefined as NULL, too',
  },
  {
    file: 'server/src/features/payments/refunds/requests.sql.ts',
    before: "WHERE order_id = ANY($1::bigint[]) AND kind = 'paid'",
    after: "WHERE (TRUE OR order_id = ANY($1::bigint[])) AND kind = 'paid'",
    because: 'the caller picks the payment of each order out of the rows by the order; those of others are only read',
  },
  {
    file: 'server/src/features/sms/sender.ts',
    before: 'const admitToLog = makeLogLimit(clock, { perKey: 10, inAll: 30 });',
    after: 'const admitToLog = makeLogLimit(clock, { perKey: 10 });',
    because: 'there are three providers: ten lines each are thirty in all',
  },
  {
    file: 'server/src/features/prices/price-plans.sql.ts',
    before: '`WITH due AS (SELECT id FROM price_plans WHERE starts_at <= $1 FOR UPDATE SKIP LOCKED),',
    after: '`WITH due AS (SELECT id FROM price_plans WHERE starts_at <= $1 ),',
    because: 'the DELETE then waits for the other server and finds the row gone: still one server applies the plan',
  },
  {
    file: `${devices}/devices.admin.ts`,
    before: 'await sql.setPriceGroup(db, deviceId, group?.id ?? null);',
    after: 'await sql.setPriceGroup(db, deviceId, group?.id);',
    because: 'the driver sends undefined as NULL, too',
  },
  {
    file: `${devices}/device-pages.ts`,
    before: 'const room = limit + 1 - wrong.length;',
    after: 'const room = limit + 1 + wrong.length;',
    because: 'more is read than the page has room for, and cut off',
  },
  {
    file: `${lifecycle}/lifecycle.rules.ts`,
    before: 'const ended_at = order.ended_at ?? later(refund.at, order.started_at ?? order.created_at);',
    after: 'const ended_at = order.ended_at ?? later(refund.at, order.started_at);',
    because: 'only an order that started is refunded',
  },
  {
    file: `${lifecycle}/lifecycle.rules.ts`,
    before:
      'if (tooOld || ahead > 0) return { at: receivedAt, distrusted: tooOld || ahead > limits.eventHours * hourMs };',
    after:
      'if (tooOld || ahead >= 0) return { at: receivedAt, distrusted: tooOld || ahead > limits.eventHours * hourMs };',
    because: 'an event of the very moment of its receipt has that time in both cases',
  },
  {
    file: `${lifecycle}/ending.rules.ts`,
    before: "reason !== null && Object.hasOwn(endingByReason, reason) ? (endingByReason[reason] ?? 'other') : 'other';",
    after: "reason !== null && Object.hasOwn(endingByReason, reason) ? (endingByReason[reason]) : 'other';",
    because: 'an own property of the table has a value',
  },
  {
    file: `${lifecycle}/ending.rules.ts`,
    before: 'const ended_at = later(at, order.started_at ?? order.created_at);',
    after: 'const ended_at = later(at, order.started_at);',
    because: 'only an order that runs is stopped, and it has started',
  },
  {
    file: `${lifecycle}/ending.rules.ts`,
    before:
      'if (end.receivedAt > hoursAfter(order.ends_at ?? order.created_at, limits.replayedEventHours)) return undefined;',
    after: 'if (end.receivedAt > hoursAfter(order.ends_at, limits.replayedEventHours)) return undefined;',
    because: 'an order that is over, and whose end a chair may correct, has started',
  },
  {
    file: `${lifecycle}/ending.rules.ts`,
    before: 'secondsAfter(started_at ?? created_at, ranSeconds);',
    after: 'secondsAfter(started_at, ranSeconds);',
    because: 'both callers pass an order that has started',
  },
  {
    file: `${lifecycle}/ending.rules.ts`,
    before: "if (rule === 'none' || started_at === null || ends_at === null) return 0;",
    after: "if (rule === 'none' || started_at === null && ends_at === null) return 0;",
    because: 'an order has both or neither',
  },
  {
    file: `${lifecycle}/lifecycle.service.ts`,
    before: "return (await change(tx, order, { step: 'refund', at: tx.now, reason, amount })) ?? order;",
    after: "return (await change(tx, order, { step: 'refund', at: tx.now, reason, amount }));",
    because: 'what an order owes is never more than is left of it, so this refund is always allowed',
  },
  {
    file: `${lifecycle}/lifecycle.service.ts`,
    before: "return (await change(tx, order, { step: 'refund', at: tx.now, reason, amount })) ?? order;",
    after: "return (await change(tx, order, { step: 'refund', reason, amount })) ?? order;",
    because: 'the time is used for an order without an end; this one has just ended',
  },
  {
    file: `${lifecycle}/lifecycle.service.ts`,
    before: "if (before.status === 'pending') await closeAttempts(tx.db, after.id, tx.now);",
    after: 'if (true) await closeAttempts(tx.db, after.id, tx.now);',
    because: 'an order that is no longer pending has no attempt that is not being closed already',
  },
  {
    file: `${lifecycle}/payment-received.ts`,
    before: "if (order) await change(tx, order, { step: 'cancel', at: tx.now, reason });",
    after: "if (true) await change(tx, order, { step: 'cancel', at: tx.now, reason });",
    because: 'a foreign key: the order of an attempt exists',
  },
  {
    file: `${lifecycle}/payment-received.ts`,
    before: "if (cancelled) await returnMoney(tx, cancelled, 'taken');",
    after: "if (true) await returnMoney(tx, cancelled, 'taken');",
    because: 'the order is locked and pending, so it can be cancelled',
  },
  {
    file: `${lifecycle}/payment-received.ts`,
    before: "change(tx, order, { step: 'refund', at: tx.now, reason, amount: order.amount });",
    after: "change(tx, order, { step: 'refund', reason, amount: order.amount });",
    because: 'the time is used for an order without an end; this one is cancelled',
  },
  {
    file: `${lifecycle}/move-orders.ts`,
    before: 'await lockOrders(db, ids);',
    after: '{}',
    because: 'each account has one unpaid order at most, so one is older at most, and the loop locks it',
  },
  {
    file: `${lifecycle}/move-orders.ts`,
    before: "if (order) await change(tx, order, { step: 'cancel', at: tx.now, reason: 'replaced' });",
    after: "if (true) await change(tx, order, { step: 'cancel', at: tx.now, reason: 'replaced' });",
    because: 'orders are not deleted',
  },
  {
    file: `${lifecycle}/deadlines.ts`,
    before: 'if (order) await change(tx, order, step);',
    after: 'if (true) await change(tx, order, step);',
    because: 'orders are not deleted',
  },
  {
    file: `${lifecycle}/deadlines.ts`,
    before: 'const firstMs = orders.timing.resendAfterMs[0] ?? orders.timing.startWaitMs;',
    after: 'const firstMs = orders.timing.resendAfterMs[0];',
    because: 'every server resends',
  },
  {
    file: 'server/src/features/revenue/revenue.rules.ts',
    before: 'if (first >= last) return finer;',
    after: 'if (false) return finer;',
    because: 'the same span with an empty piece more is never the cheaper one',
  },
  {
    file: `${orderList}/orders.service.ts`,
    before: "const isGuest = order.placed_by === caller.accountId && caller.role === 'consumer';",
    after: "const isGuest = order.placed_by === caller.accountId || caller.role === 'consumer';",
    because: 'an end user may stop own orders only, and what a manager placed was cash, of which a stop owes nothing',
  },
  {
    file: `${orderList}/orders.service.ts`,
    before: "if (!isIn(startedStatuses, order.status) || (amount ?? 0) > left) throw fail('conflict');",
    after: "if (!isIn(startedStatuses, order.status) || (amount) > left) throw fail('conflict');",
    because: 'undefined is not more than any number either',
  },
  {
    file: `${orderList}/orders.service.ts`,
    before: "if (step.step !== 'refund') continue;",
    after: 'if (false) continue;',
    because: 'for the compiler: every step of a refund is one',
  },
  {
    file: `${refunds}/requests.service.ts`,
    before: 'if (requests.length === 0) return;',
    after: 'if (false) return;',
    because: 'no requests are no rows, either way',
  },
  {
    file: `${refunds}/requests.service.ts`,
    before: 'requests.flatMap(({ orderId }) => orderId ?? []),',
    after: 'requests.flatMap(({ orderId }) => orderId),',
    because: 'no order has the id NULL',
  },
  {
    file: `${refunds}/requests.service.ts`,
    before: 'attempt_id: surplusOf?.attemptId ?? payment?.attempt_id ?? null,',
    after: 'attempt_id: surplusOf?.attemptId ?? payment?.attempt_id,',
    because: 'a column that is left out of the row is NULL, too',
  },
  {
    file: `${refunds}/requests.service.ts`,
    before: 'provider_ref: madeAtProvider ?? null,',
    after: 'provider_ref: madeAtProvider,',
    because: 'a column that is left out of the row is NULL, too',
  },
  {
    file: `${refunds}/worker.service.ts`,
    before:
      "await postpone(deps, refund, state.status === 'pending' ? 'pending' : 'asked', state.why ?? null, state.ref);",
    after: "await postpone(deps, refund, state.status === 'pending' ? 'pending' : 'asked', state.why, state.ref);",
    because: 'the driver sends undefined as NULL, too',
  },
  {
    file: `${bills}/reconcile.service.ts`,
    before: 'if (batch.length === 0) return;',
    after: 'if (false) return;',
    because: 'no rows are compared with nothing',
  },
  {
    file: `${bills}/missing.sql.ts`,
    before: 'ORDER BY r.done_at LIMIT 1000`,',
    after: 'ORDER BY r.done_at DESC LIMIT 1000`,',
    because: 'pages are read until none is left, and what was found is not read again',
  },
  {
    file: `${bills}/missing.sql.ts`,
    before: 'ORDER BY a.settled_at LIMIT 50`,',
    after: 'ORDER BY a.settled_at DESC LIMIT 50`,',
    because: 'pages are read until none is left, and what was found is not read again',
  },
  {
    file: 'web/src/mobile/features/feedback/use-submit.ts',
    before: '}, [submitRequested, failed.length, isSent, allUploaded, mutate, subject, text, urls, client]);',
    after: '}, [submitRequested, failed.length, isSent, allUploaded, mutate, subject, text, urls]);',
    because: 'the list of addresses is a new one in each render, so the effect runs after each',
  },
  {
    file: 'web/src/mobile/features/orders/my-orders.queries.ts',
    before: 'initialPageParam: undefined as string | undefined, getNextPageParam: (last) => last.nextCursor,',
    after: 'getNextPageParam: (last) => last.nextCursor,',
    because: 'a property that is missing is undefined, too; only the compiler asks for it',
  },
];
