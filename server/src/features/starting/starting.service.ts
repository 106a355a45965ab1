import { randomUUID } from 'node:crypto';
import type { InputOf } from '@recline/contract/call';
import type { OrderStatus } from '@recline/contract/dictionary';
import type { starting } from '@recline/contract/starting';
import type { Command } from '@recline/contract/topics';
import type { Clock } from '../../platform/clock.ts';
import { type Db, isDeadlock, type Pool, transaction, violatedConstraint } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Pace } from '../../platform/pace.ts';
import { startCommand } from '../orders/orders.commands.ts';
import { type LifeRow, lockOrder } from '../orders/orders.life.sql.ts';
import type { Life } from '../orders/orders.life.ts';
import type { Asker, Outcomes } from '../orders/orders.outcomes.ts';
import * as steps from '../orders/orders.steps.ts';
import type { PayerContext, Payments } from '../payments/payments.service.ts';
import { couponEnd, makeCounter, newCouponNo, type PlacedStart } from './starting.counter.ts';
import * as rules from './starting.rules.ts';
import * as sql from './starting.sql.ts';
import { type AgreedTerms, makeTerms } from './starting.terms.ts';

interface StartingDeps {
  pool: Pool;
  /** For what must not wait behind what people look at. */
  chairPool: Pool;
  clock: Clock;
  pace: Pace;
  life: Life;
  outcomes: Outcomes;
  payments: Payments;
  /** Whether chairs can be reached at all. */
  connected(): boolean;
}

type ActivateInput = InputOf<(typeof starting)['activate']>;
export interface Activated {
  orderId: string;
  status: OrderStatus;
  payUrl?: string;
}

export function makeStarting(deps: StartingDeps) {
  const { pool, clock, pace, life, outcomes, payments, connected } = deps;
  const agree = makeTerms(pool, clock, payments.names);
  const placeAtCounter = makeCounter(deps.chairPool, clock, pace);

  function requireSight(caller: Caller, chair: sql.ChairRow | undefined): asserts chair {
    if (!chair) throw fail('unknownDevice');
    if (!rules.mayStartAt(caller, chair.outlet_id)) {
      throw fail('wrongOutlet', { name: caller.name }, { name: caller.name });
    }
  }

  async function deviceStatus(caller: Caller, deviceId: string): Promise<string | null> {
    const chair = await sql.chairById.maybe(pool, deviceId);
    requireSight(caller, chair);
    const found = rules.availability(chair, caller);
    if (typeof found === 'string') throw fail(found);
    return 'orderId' in found ? String(found.orderId) : null;
  }

  async function priceGroup(deviceId: string): Promise<string> {
    const chair = await sql.chairById.maybe(pool, deviceId);
    if (!chair) throw fail('unknownDevice');
    const rows = await pricesOf(chair);
    return JSON.stringify(rows.map(({ id, ...price }) => ({ priceId: String(id), ...price })));
  }

  async function pricesOf(chair: sql.ChairRow): Promise<sql.PriceRow[]> {
    const rows = await sql.pricesOfGroup(pool, chair.price_group_id);
    if (rows.length === 0) throw fail('noPriceList');
    return rows;
  }

  async function activate(caller: Caller, input: ActivateInput, payer: PayerContext): Promise<Activated> {
    const byRequest = () => sql.orderByRequest.maybe(pool, caller.accountId, input.requestId);
    const placed = await orderAgain(caller, input).catch(async (error: unknown) => {
      // Sent again, a request may meet its own first sending: that is in the way, but it is not refused.
      const first = await byRequest();
      if (!first) throw refusal(error);
      return first;
    });
    const request = placed ?? (await byRequest());
    if (!request) throw fail('conflict');
    const isNew = request === placed && 'command' in placed;
    const asker = isNew ? { accountId: caller.accountId, deviceId: input.deviceId } : undefined;
    return outcome(request, payer, asker);
  }

  /** Somebody who starts over, and sends that twice, may get in their own way. */
  const orderAgain = (caller: Caller, input: ActivateInput) =>
    order(caller, input).catch((error: unknown) => {
      if (!isDeadlock(error)) throw error;
      return order(caller, input);
    });

  /** Places the order and, unless it awaits payment, sends its chair the start. Undefined: it was placed before. */
  async function order(caller: Caller, input: ActivateInput): Promise<sql.RequestRow | undefined> {
    const { deviceId, requestId } = input;
    const usual = await orderAtCounter(caller, input);
    if (usual) return usual;
    const facts = await sql.startFacts.maybe(pool, deviceId, numberOf(input.priceId), caller.accountId, requestId);
    if (facts?.is_repeat) return undefined;
    if (!connected()) throw fail('unavailable');
    requireSight(caller, facts);
    const found = rules.availability(facts, caller);
    if (typeof found === 'string') throw fail(found);
    if ('orderId' in found) throw fail('deviceInUse');
    if (!facts.price) {
      await pricesOf(facts);
      throw fail('badRequest', { field: 'priceId' });
    }
    const terms = await agree(caller, input, facts, facts.price);
    const placed = await place(caller, input, facts, facts.price, terms);
    if (placed.command) life.launch({ id: placed.id, device_id: deviceId }, placed.command);
    return placed;
  }

  /** A start against cash with nothing in its way, as most of a manager's are. Undefined: it needs a closer look. */
  async function orderAtCounter(caller: Caller, input: ActivateInput): Promise<PlacedStart | undefined> {
    const { deviceId, requestId, payType, couponNo, cashCouponNo } = input;
    const priceId = numberOf(input.priceId);
    const isCash = payType === 'cash' && couponNo === undefined && cashCouponNo === undefined;
    if (caller.role !== 'manager' || !isCash || priceId === null || !connected()) return undefined;
    const asked = { accountId: caller.accountId, deviceId, priceId, requestId };
    // One that the database refuses must not stand in the way of those placed with it: each is tried by itself.
    const placed = await placeAtCounter(asked).catch(() => undefined);
    if (placed) life.launch({ id: placed.id, device_id: deviceId }, placed.command);
    return placed;
  }

  /** The order, what it is paid with and the command that starts it are written together or not at all. */
  async function place(
    caller: Caller,
    { requestId }: ActivateInput,
    chair: sql.ChairRow,
    price: sql.PriceRow,
    terms: AgreedTerms,
  ): Promise<sql.RequestRow & { command?: Command }> {
    const now = clock();
    const { how } = terms.settlement;
    const status = how === 'online' ? 'pending' : 'starting';
    const start = status === 'starting' ? newStart(now, pace) : { commandId: null, deadline: null };
    const order: sql.NewOrder = {
      ...terms,
      ...start,
      status,
      deviceId: chair.id,
      outletId: chair.outlet_id,
      placedBy: caller.accountId,
      requestId,
      price,
      cashCouponNo: cashCouponFor(terms),
      issuedUntil: how === 'counter' ? couponEnd(now) : null,
      createdAt: now,
    };
    const { active_id: replaced } = chair;
    const id = await (replaced === null
      ? sql.insertOrder(pool, order)
      : transaction(pool, async (db) => {
          await replaceOwn(db, replaced, now);
          return sql.insertOrder(db, order);
        }));
    if (start.commandId === null) return { id, status, deadline: null };
    const command = startCommand(start.commandId, { ...price, id }, start.deadline);
    return { id, status, deadline: start.deadline, command };
  }

  /** Somebody who starts over gives up their own order that still awaits payment. */
  async function replaceOwn(db: Db, orderId: number, now: Date): Promise<void> {
    const order = await lockOrder.one(db, orderId);
    await steps.cancel(db, order, 'replaced', now);
  }

  /** What became of an order: at once where it is decided, else as soon as its chair answers or its time is up. */
  async function outcome(
    { id, status, deadline }: sql.RequestRow,
    payer: PayerContext,
    asker: Asker | undefined,
  ): Promise<Activated> {
    const settled = status === 'starting' && deadline ? await waitForChair(id, deadline, asker) : status;
    const verdict = rules.outcomeOf(settled);
    if (verdict === 'deviceDidNotStart' || verdict === 'paymentFailed') throw fail(verdict);
    const orderId = String(id);
    if (settled !== 'pending') return { orderId, status: settled };
    return { orderId, status: settled, payUrl: await payUrlFor(id, payer) };
  }

  async function waitForChair(orderId: number, deadline: Date, asker: Asker | undefined): Promise<OrderStatus> {
    const look = async () => (await sql.statusOf.one(pool, orderId)).status;
    // Asked again, perhaps because the server that was asked first is gone, and with it the command.
    if (!asker) await life.remind(orderId);
    const wait = life.startDeadline(deadline).getTime() - clock().getTime();
    const settled = await outcomes.waitFor(orderId, wait, look, asker);
    if (settled) return settled;
    await life.giveUp(orderId);
    return look();
  }

  /** A provider that does not answer leaves no order behind that nobody can pay. */
  async function payUrlFor(orderId: number, payer: PayerContext): Promise<string> {
    const order: LifeRow = await lockOrder.one(pool, orderId);
    try {
      return await payments.payUrlOf(order, payer);
    } catch (error) {
      await transaction(pool, async (db) => steps.cancel(db, await lockOrder.one(db, orderId), 'no prepay', clock()));
      throw error;
    }
  }

  return { deviceStatus, priceGroup, activate };
}

export type Starting = ReturnType<typeof makeStarting>;

const numberOf = (id: string): number | null => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : null);

const newStart = (now: Date, { startWait }: Pace) => ({
  commandId: randomUUID(),
  deadline: new Date(now.getTime() + startWait),
});

/** The number of the cash coupon that pays: the guest's own, or a new one for cash taken at the counter. */
function cashCouponFor({ settlement }: rules.Terms): string | null {
  if (settlement.how === 'cash coupon') return settlement.coupon.no;
  return settlement.how === 'counter' ? newCouponNo() : null;
}

/** Who comes second to a chair or a coupon is told so. */
function refusal(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'one_active_order_a_device') return fail('deviceInUse');
  if (constraint === 'a_coupon_once') return fail('badCoupon');
  if (constraint === 'a_cash_coupon_once') return fail('badCashCoupon');
  return error;
}
