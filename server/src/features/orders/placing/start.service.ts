import { randomInt } from 'node:crypto';
import type { InputOf, OutputOf } from '@recline/contract/call';
import type { OrderStatus } from '@recline/contract/dictionary';
import type { starting } from '@recline/contract/starting';
import { type Db, isDeadlock, retry } from '../../../platform/db.ts';
import { AppError, fail } from '../../../platform/error.ts';
import { addressKey, lineOf } from '../../../platform/http/address.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { requireWithin } from '../../../platform/rate-limit.ts';
import { isOffered, openFirstAttempt } from '../../payments/index.ts';
import type { Orders } from '../environment.ts';
import type { OrderState } from '../lifecycle/lifecycle.rules.ts';
import { change, type OrderToPlace, type OrderTx, orderTransaction, place } from '../lifecycle/lifecycle.service.ts';
import { lockOrder } from '../lifecycle/lifecycle.sql.ts';
import { countIfWrong, couponTries, type WaitingPayer } from './limits.ts';
import { attemptOf, firstWayToPay, payOrder } from './pay.service.ts';
import { decideStart, isForSame, problemOf } from './start.rules.ts';
import { findRepeat, isClosed, type StartQuestion, startFacts } from './start.sql.ts';

export type StartInput = InputOf<(typeof starting)['activate']>;
export type Started = OutputOf<(typeof starting)['activate']>;

/** How a form differs from the call. */
export interface StartOptions {
  /** The page answers as soon as the order is placed, and then waits itself. */
  answer?: 'once started' | 'once placed';
  /** What happens to the account's unpaid order if the choice is the same. */
  unpaid?: 'replaced' | 'kept';
}

/** A start from the request to the answer: places the order, then waits for its chair or says how to pay. */
export async function startChair(
  orders: Orders,
  caller: Caller,
  input: StartInput,
  payer: WaitingPayer,
  { answer = 'once started', unpaid = 'replaced' }: StartOptions = {},
): Promise<Started> {
  const { id, status: placedAs, isNew } = await placeOnce(orders, { caller, input, payer, unpaid });
  const waits = placedAs === 'starting' && answer === 'once started';
  const status = waits ? await orders.pendingStarts.wait(id) : placedAs;
  const problem = problemOf(status);
  if (problem) throw fail(problem);
  if (status !== 'pending' || answer === 'once placed') return { orderId: String(id), status };
  return isNew ? firstWayToPay(orders, caller, id, payer) : payOrder(orders, caller, { orderId: String(id) }, payer);
}

interface StartRequest {
  caller: Caller;
  input: StartInput;
  payer: WaitingPayer;
  unpaid: 'replaced' | 'kept';
}

/** The order of a request, new or existing. */
interface Placed {
  id: number;
  status: OrderStatus;
  isNew: boolean;
}

/** A constraint favoured a concurrent request, so the facts have changed. */
class LostRace extends Error {}
const isLostRace = (error: unknown): boolean => error instanceof LostRace || isDeadlock(error);

/** One order per account and `requestId`, whenever the request is repeated. */
export async function placeOnce(orders: Orders, request: StartRequest): Promise<Placed> {
  const { caller, input } = request;
  try {
    const placed = await inLine(orders, request, () =>
      orders.admit(() =>
        retry(isLostRace, () => orderTransaction(orders, (tx) => decideAndPlace(orders, tx, request))).catch(askLater),
      ),
    );
    if ('refusal' in placed) throw placed.refusal;
    return placed;
  } catch (error) {
    // A repeat is answered even under overload and at a limit. It is looked up last, because few requests are repeats.
    const repeat = isForNow(error) && (await findRepeat.maybe(orders.pool, caller.accountId, input.requestId));
    if (repeat) return { ...repeat, isNew: false };
    throw error;
  }
}

/** A request that lost every race has written nothing, so the client may retry it. */
function askLater(error: unknown): never {
  throw isLostRace(error) ? fail('unavailable') : error;
}

/** A crowd behind one address places its orders a few at a time, so that it does not slow down others. */
async function inLine<T>(orders: Orders, { caller, payer }: StartRequest, work: () => Promise<T>): Promise<T> {
  if (caller.role !== 'consumer') return work();
  const end = await payer.aside(() => orders.takePlacingTurn(lineOf(payer.ip)));
  return work().finally(end);
}

const isForNow = (error: unknown): boolean =>
  error instanceof AppError && (error.problem === 'unavailable' || error.problem === 'tooMany');

/** Constraints decide between concurrent requests; the loser decides again on fresh facts. */
async function decideAndPlace(
  orders: Orders,
  tx: OrderTx,
  { caller, input, payer, unpaid: asked }: StartRequest,
): Promise<Placed | { refusal: AppError }> {
  const facts = await startFacts(tx.db, questionOf(caller, input), tx.now);
  if (facts.repeat) return { ...facts.repeat, isNew: false };
  const address = addressKey(payer.ip);
  const numbers = couponTries(caller, input, address);
  await requireWithin(tx.db, numbers, tx.now);
  const decided = decideStart(caller, input, facts, {
    now: tx.now,
    connected: orders.connected(),
    isOffered: (provider, currency) => isOffered(orders.payments, provider, { currency, browser: payer.browser }),
    newCouponNo: () => String(randomInt(1e11, 1e12)), // no leading zero: a spreadsheet would drop it
  });
  if ('refusal' in decided) await countIfWrong(tx.db, numbers, decided.refusal, tx.now);
  if ('refusal' in decided) return decided;
  const unpaid = facts.unpaid_id === null ? undefined : await lockOrder(tx.db, facts.unpaid_id);
  if (unpaid?.status === 'pending' && asked === 'kept' && isForSame(unpaid, decided.toPlace))
    return { id: unpaid.id, status: unpaid.status, isNew: false };
  const { id, status } = await placeInstead(orders, tx, unpaid, decided.toPlace);
  return { id, status, isNew: true };
}

/** An account has one unpaid order: the new one replaces it, or nothing changes. */
async function placeInstead(orders: Orders, tx: OrderTx, unpaid: OrderState | undefined, toPlace: OrderToPlace) {
  if (unpaid) await change(tx, unpaid, { step: 'cancel', at: tx.now, reason: 'replaced' });
  const placed = await place(tx, toPlace);
  if (!placed || (await closedMeanwhile(tx.db, placed))) throw new LostRace();
  if (placed.status === 'pending')
    await openFirstAttempt(tx.db, orders.payments, attemptOf(orders, placed, placed.pay_type), tx.now);
  return placed;
}

/**
 * Whether the outlet was closed after the facts were read. The order's foreign key has locked the outlet by now: if it
 * is closed before, this sees it; if after this commit, closing cancels the unpaid order.
 */
const closedMeanwhile = async (db: Db, { outlet_id }: OrderState): Promise<boolean> =>
  (await isClosed.one(db, outlet_id)).closed;

const questionOf = ({ accountId }: Caller, input: StartInput): StartQuestion => ({
  accountId,
  requestId: input.requestId,
  deviceId: input.deviceId,
  priceId: /^[1-9]\d{0,14}$/.test(input.priceId) ? Number(input.priceId) : null,
  couponNo: input.couponNo ?? null,
  cashCouponNo: input.cashCouponNo ?? null,
});
