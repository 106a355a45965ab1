import type { OutputOf } from '@recline/contract/call';
import { pages, pageUrl, payPath } from '@recline/contract/pages';
import type { starting } from '@recline/contract/starting';
import { phrases } from '../../../locales/index.ts';
import { transaction } from '../../../platform/db.ts';
import { AppError, fail } from '../../../platform/error.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { parseId } from '../../../platform/ids.ts';
import { requireUses } from '../../../platform/rate-limit.ts';
import { closeNow, isOffered, isPayable, openWay, payOf, prepareAttempt, returnKeyOf } from '../../payments/index.ts';
import type { Orders } from '../environment.ts';
import { type OrderState, payUntil } from '../lifecycle/lifecycle.rules.ts';
import { change, orderTransaction } from '../lifecycle/lifecycle.service.ts';
import { lockOrder, saveOrder, statusOf } from '../lifecycle/lifecycle.sql.ts';
import { paymentHooks } from '../lifecycle/payment-received.ts';
import { payingAgain, turnOf, type WaitingPayer } from './limits.ts';
import { problemOf } from './start.rules.ts';
import { bought } from './start.sql.ts';

type Paying = OutputOf<(typeof starting)['pay']>;

/** Where the provider sends the payer: to the app, or to the page that needs no scripts. */
type ReturnPath = typeof pages.countdown | typeof payPath;

/** How to pay the caller's own pending order from this browser; opens a new attempt if the way to pay must change. */
export async function payOrder(
  orders: Orders,
  caller: Pick<Caller, 'accountId' | 'role'>,
  { orderId, payType }: { orderId: string; payType?: string | undefined },
  payer: WaitingPayer,
  returnPath: ReturnPath = pages.countdown,
): Promise<Paying> {
  const order = await prepared(orders, caller, { orderId, payType }, payer);
  const problem = problemOf(order.status);
  if (problem) throw fail(problem);
  if (order.status !== 'pending') return { orderId, status: order.status };
  const turn = () => countedTurn(orders, caller, order.id, payer);
  return howToPay(orders, order.id, payer, returnPath, turn).catch((error) => paidMeanwhile(orders, order.id, error));
}

/** The turn for a repeated request, which counts towards the limit. */
async function countedTurn(
  orders: Orders,
  caller: Pick<Caller, 'accountId' | 'role'>,
  orderId: number,
  payer: WaitingPayer,
): Promise<number> {
  const seconds = await turnOf(orders, caller, orderId, payer);
  if (seconds > 0) return seconds;
  await transaction(orders.pool, (db) => requireUses(db, payingAgain(caller, orderId), orders.clock()));
  return 0;
}

/** The order with an attempt that this payer can use; one for another way to pay is closed at its provider first. */
async function prepared(
  orders: Orders,
  { accountId }: Pick<Caller, 'accountId'>,
  { orderId, payType }: { orderId: string; payType?: string | undefined },
  payer: WaitingPayer,
): Promise<OrderState> {
  let closed: Awaited<ReturnType<typeof prepareAttempt>> = [];
  for (let tries = 0; tries < 3; tries++) {
    const { order, toClose } = await orderTransaction(orders, async (tx) => {
      const order = await lockOrder(tx.db, parseId(orderId));
      if (!order || order.placed_by !== accountId) throw fail('notFound');
      if (order.status !== 'pending') return { order, toClose: [] };
      const provider = payType ?? (await openWay(tx.db, order.id)) ?? order.pay_type;
      if (!isOffered(orders.payments, provider, { currency: order.currency, browser: payer.browser }))
        throw fail('paymentFailed');
      const asked = attemptOf(orders, order, provider);
      const toClose = await prepareAttempt(tx.db, orders.payments, { asked, payer, closed }, tx.now);
      if (toClose.length === 0 && provider !== order.pay_type) await saveOrder(tx.db, { ...order, pay_type: provider });
      return { order, toClose };
    });
    if (toClose.length === 0) return order;
    await closeFirst(orders, toClose);
    closed = [...closed, ...toClose];
  }
  throw fail('unavailable');
}

/** While a provider does not answer, or reports that somebody is paying, no other payment is opened. */
async function closeFirst(orders: Orders, attempts: Parameters<typeof closeNow>[1]): Promise<void> {
  const deps = { ...orders.payments, hooks: paymentHooks(orders) };
  const isClosed = await closeNow(deps, attempts).catch((error) => {
    orders.log.warn(
      { err: error, orderId: attempts[0]?.order_id },
      'a payment could not be closed to open another one',
    );
    return false;
  });
  if (!isClosed) throw fail('unavailable');
}

export const attemptOf = ({ payMinutes }: Orders, order: OrderState, provider: string) => ({
  orderId: order.id,
  provider,
  amount: order.amount,
  currency: order.currency,
  until: payUntil(order.created_at, payMinutes),
});

/**
 * How a new order is paid. One that its provider did not open is cancelled, because nobody could pay it; except if a
 * repeated request got further meanwhile, because its payer may have paid already.
 */
export async function firstWayToPay(orders: Orders, caller: Caller, id: number, payer: WaitingPayer): Promise<Paying> {
  try {
    return await howToPay(orders, id, payer, pages.countdown, () => turnOf(orders, caller, id, payer));
  } catch (error) {
    await cancelUnpayable(orders, id);
    if (!(error instanceof AppError)) throw error;
    return payOrder(orders, caller, { orderId: String(id) }, payer);
  }
}

/** How an order that was placed without a call to its provider is paid; cancelled in the same way. */
export async function payPlaced(orders: Orders, caller: Caller, orderId: string, payer: WaitingPayer): Promise<Paying> {
  try {
    return await payOrder(orders, caller, { orderId }, payer, payPath);
  } catch (error) {
    await cancelUnpayable(orders, parseId(orderId));
    throw error;
  }
}

const cancelUnpayable = (orders: Orders, id: number): Promise<void> =>
  orderTransaction(orders, async (tx) => {
    const order = await lockOrder(tx.db, id);
    if (order?.status === 'pending' && !(await isPayable(tx.db, id)))
      await change(tx, order, { step: 'cancel', at: tx.now, reason: 'no prepay' });
  });

/**
 * Returns the order's status if the payment arrived first, perhaps before the provider answered, so that nothing is
 * left to pay.
 */
async function paidMeanwhile({ pool }: Orders, id: number, error: unknown): Promise<Paying> {
  const { status } = await statusOf.one(pool, id);
  const problem = problemOf(status);
  if (status === 'pending' || problem) throw problem ? fail(problem) : error;
  return { orderId: String(id), status };
}

const maxDescription = 100;

/** The answer for a pending order. The description omits characters that some providers refuse. */
async function howToPay(
  { pool, payments }: Orders,
  id: number,
  payer: WaitingPayer,
  returnPath: ReturnPath,
  turn: () => Promise<number>,
): Promise<Paying> {
  const { device_id: deviceId, device_name: name, gear, minutes, pay_type: payType } = await bought.one(pool, id);
  const orderId = String(id);
  const purchase = {
    orderId: id,
    description: phrases[payer.language].purchase({ name, minutes }).replace(/[/=&]/g, ' ').slice(0, maxDescription),
    returnTo: pageUrl(returnPath, { orderId, key: await returnKeyOf(payments, id) }),
    backTo: pageUrl(pages.index, { deviceId, gear, minutes: String(minutes), payType, payment: 'failed' }),
  };
  const paying = await payOf(payments, purchase, payer, turn);
  if (!paying) return { orderId, status: 'pending' }; // the payment is being confirmed
  if ('waitSeconds' in paying) return { orderId, status: 'pending', wait: { seconds: paying.waitSeconds } };
  const { way, until } = paying;
  const pay = way.kind === 'qr' ? { ...way, until: until.toISOString() } : way;
  return { orderId, status: 'pending', pay, ...(way.kind === 'redirect' && { payUrl: way.url }) };
}
