import { randomInt } from 'node:crypto';
import type { InputOf } from '@recline/contract/call';
import type { OrderStatus } from '@recline/contract/dictionary';
import type { starting } from '@recline/contract/starting';
import type { Command } from '@recline/contract/topics';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction, violatedConstraint } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Commands } from '../orders/orders.commands.ts';
import { type LifeRow, lockOrder } from '../orders/orders.life.sql.ts';
import type { Life } from '../orders/orders.life.ts';
import type { Outcomes } from '../orders/orders.outcomes.ts';
import * as steps from '../orders/orders.steps.ts';
import * as ledger from '../payments/ledger.ts';
import type { PayerContext, Payments } from '../payments/payments.service.ts';
import * as rules from './starting.rules.ts';
import * as sql from './starting.sql.ts';
import { type AgreedTerms, makeTerms } from './starting.terms.ts';

interface StartingDeps {
  pool: Pool;
  clock: Clock;
  life: Life;
  commands: Commands;
  outcomes: Outcomes;
  payments: Payments;
}

type ActivateInput = InputOf<(typeof starting)['activate']>;
export interface Activated {
  orderId: string;
  status: OrderStatus;
  payUrl?: string;
}

const couponDays = 365;

export function makeStarting({ pool, clock, life, commands, outcomes, payments }: StartingDeps) {
  const agree = makeTerms(pool, clock, payments.names);

  async function chairFor(caller: Caller, deviceId: string): Promise<sql.ChairRow> {
    const chair = await sql.chairById.maybe(pool, deviceId);
    if (!chair) throw fail('unknownDevice');
    if (!rules.mayStartAt(caller, chair.outlet_id)) {
      throw fail('wrongOutlet', { name: caller.name }, { name: caller.name });
    }
    return chair;
  }

  async function deviceStatus(caller: Caller, deviceId: string): Promise<string | null> {
    const found = rules.availability(await chairFor(caller, deviceId), caller);
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
    const known = await byRequest();
    if (known) return outcome(known, payer);
    const placed = await order(caller, input).catch(async (error: unknown) => {
      // Sent twice at once, a request may meet its own first sending: in the way, but not refused.
      const first = await byRequest();
      if (!first) throw refusal(error);
      return first;
    });
    return outcome(placed, payer);
  }

  /** Places the order and, unless it awaits payment, sends its chair the start. */
  async function order(caller: Caller, input: ActivateInput): Promise<sql.RequestRow> {
    const chair = await chairFor(caller, input.deviceId);
    const found = rules.availability(chair, caller);
    if (typeof found === 'string') throw fail(found);
    if ('orderId' in found) throw fail('deviceInUse');
    const price = (await pricesOf(chair)).find((each) => String(each.id) === input.priceId);
    if (!price) throw fail('badRequest', { field: 'priceId' });
    const terms = await agree(caller, input, chair, price);
    const placed = await place(caller, input, chair, price, terms);
    if (placed.command) life.launch({ id: placed.id, device_id: chair.id }, placed.command);
    return placed;
  }

  /** The order, what it is paid with and the command that starts it are written together or not at all. */
  function place(
    caller: Caller,
    { requestId }: ActivateInput,
    chair: sql.ChairRow,
    price: sql.PriceRow,
    terms: AgreedTerms,
  ): Promise<sql.RequestRow & { command?: Command }> {
    const now = clock();
    return transaction(pool, async (db) => {
      if (chair.active_id !== null) await replaceOwn(db, chair.active_id, now);
      const { settlement } = terms;
      const status = settlement.how === 'online' ? 'pending' : 'starting';
      const cashCouponNo = await cashCouponFor(db, caller, chair, price, terms, now);
      const id = await sql.insertOrder(db, {
        ...terms,
        status,
        deviceId: chair.id,
        outletId: chair.outlet_id,
        placedBy: caller.accountId,
        requestId,
        price,
        cashCouponNo,
        createdAt: now,
      });
      const order = await lockOrder.one(db, id);
      await steps.announce(db, order);
      if (settlement.how === 'counter') {
        const { amount, currency } = order;
        await ledger.paid(db, { orderId: id, provider: 'cash', amount, currency, at: now }, cashCouponNo);
      }
      if (status === 'pending') return { id, status, deadline: null };
      const command = await commands.writeStart(db, order);
      return { id, status, deadline: new Date(command.expiresAt), command };
    });
  }

  /** Somebody who starts over gives up their own order that still awaits payment. */
  async function replaceOwn(db: Db, orderId: number, now: Date): Promise<void> {
    const order = await lockOrder.one(db, orderId);
    await steps.cancel(db, order, 'replaced', now);
  }

  async function cashCouponFor(
    db: Db,
    caller: Caller,
    chair: sql.ChairRow,
    price: sql.PriceRow,
    { settlement }: rules.Terms,
    now: Date,
  ): Promise<string | null> {
    if (settlement.how === 'cash coupon') return settlement.coupon.no;
    if (settlement.how !== 'counter') return null;
    const no = String(randomInt(1e12)).padStart(12, '0');
    const expiresAt = new Date(now.getTime() + couponDays * 24 * 3600_000);
    await sql.insertCashCoupon(db, no, chair.outlet_id, price.amount, price.currency, caller.accountId, now, expiresAt);
    return no;
  }

  /** What became of an order: at once where it is decided, else as soon as its chair answers or its time is up. */
  async function outcome({ id, status, deadline }: sql.RequestRow, payer: PayerContext): Promise<Activated> {
    const settled = status === 'starting' && deadline ? await waitForChair(id, deadline) : status;
    const verdict = rules.outcomeOf(settled);
    if (verdict === 'deviceDidNotStart' || verdict === 'paymentFailed') throw fail(verdict);
    const orderId = String(id);
    if (settled !== 'pending') return { orderId, status: settled };
    return { orderId, status: settled, payUrl: await payUrlFor(id, payer) };
  }

  async function waitForChair(orderId: number, deadline: Date): Promise<OrderStatus> {
    const look = async () => {
      const { status } = await sql.statusOf.one(pool, orderId);
      return status === 'starting' ? undefined : status;
    };
    const wait = life.startDeadline(deadline).getTime() - clock().getTime();
    const settled = await outcomes.waitFor(orderId, wait, look);
    if (settled) return settled;
    await life.giveUp(orderId);
    return (await sql.statusOf.one(pool, orderId)).status;
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

/** Who comes second to a chair or a coupon is told so. */
function refusal(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'one_active_order_a_device') return fail('deviceInUse');
  if (constraint === 'a_coupon_once') return fail('badCoupon');
  if (constraint === 'a_cash_coupon_once') return fail('badCashCoupon');
  return error;
}
