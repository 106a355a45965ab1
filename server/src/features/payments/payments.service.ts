import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '@recline/contract/dictionary';
import type { Language } from '@recline/contract/languages';
import type { Currency } from '@recline/contract/money';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Log } from '../../platform/log.ts';
import type { Pace } from '../../platform/pace.ts';
import { type Commands, startCommand } from '../orders/orders.commands.ts';
import * as orders from '../orders/orders.life.sql.ts';
import * as steps from '../orders/orders.steps.ts';
import * as ledger from './ledger.ts';
import type { Notice, OnlinePayType, PaymentProvider, RawNotice } from './payment-port.ts';

interface PaymentDeps {
  pool: Pool;
  clock: Clock;
  pace: Pace;
  log: Log;
  commands: Commands;
  providers: PaymentProvider[];
  /** An order changed on this server: whoever waits for it looks again. */
  wake(orderId: number): void;
}

/** Where the payer is, so that the way back leads there. */
export interface PayerContext {
  language: Language;
  origin: string;
}

interface OpenRow {
  id: number;
  pay_type: OnlinePayType;
  status: OrderStatus;
}

/** Those whose turn it is, each with one server; the longest unasked come first. */
const takeTurn = statement<OpenRow, [Date, Date]>(
  'payments.takeTurn',
  `WITH turn AS (
     SELECT order_id FROM open_payments WHERE asked_at < $1 ORDER BY asked_at LIMIT 100 FOR UPDATE SKIP LOCKED),
   asked AS (
     UPDATE open_payments p SET asked_at = $2 FROM turn WHERE p.order_id = turn.order_id RETURNING p.order_id)
   SELECT o.id, o.pay_type, o.status FROM orders o JOIN asked ON asked.order_id = o.id`,
);
const isOver = statement<never, [number]>('payments.isOver', 'DELETE FROM open_payments WHERE order_id = $1');

/**
 * The usual notice, in one go: the order awaits just this payment, it is written down, and the chair is told to
 * start. No row where anything is unusual: then nothing is paid yet, and the long way finds out what it is.
 */
const startPaid = statement<
  Pick<orders.LifeRow, 'id' | 'device_id' | 'minutes' | 'gear'>,
  [number, OnlinePayType, number, Currency, string, Date, string, Date]
>(
  'payments.startPaid',
  `WITH due AS (
     SELECT id FROM orders WHERE id = $1 AND pay_type = $2 AND amount = $3 AND currency = $4 AND status = 'pending'
     FOR NO KEY UPDATE),
   paid AS (
     INSERT INTO payments (order_id, kind, provider, amount, currency, key, provider_ref, at)
     SELECT id, 'paid', $2, $3, $4, 'paid-' || id, $5, $6 FROM due ON CONFLICT DO NOTHING RETURNING order_id),
   over AS (DELETE FROM open_payments p USING paid WHERE p.order_id = paid.order_id),
   starting AS (
     UPDATE orders o SET status = 'starting' FROM paid WHERE o.id = paid.order_id
     RETURNING o.id, o.outlet_id, o.device_id, o.placed_by, o.status, o.minutes, o.gear),
   command AS (
     INSERT INTO commands (id, device_id, type, order_id, created_at, expires_at)
     SELECT $7, device_id, 'start', id, $6, $8 FROM starting)
   SELECT id, device_id, minutes, gear, ${orders.announcing} FROM starting`,
);

export function makePayments({ pool, clock, pace, log, commands, providers, wake }: PaymentDeps) {
  const providerOf = (name: string) => providers.find((provider) => provider.name === name);
  let refunding: Promise<void> | undefined;

  /** Asks the provider for a payment of an order that awaits one, and gives the page to pay on. */
  async function prepay(order: orders.LifeRow, payer: PayerContext): Promise<string> {
    const provider = providerOf(order.pay_type);
    if (!provider) throw fail('paymentFailed');
    const { id: orderId, amount, currency } = order;
    const deviceId = encodeURIComponent(order.device_id);
    const { payUrl } = await provider.prepay({
      key: ledger.paymentKey(orderId),
      amount,
      currency,
      ...payer,
      returnTo: `/pages/deviceOrder/order?orderId=${orderId}`,
      backTo: `/pages/quickStart/quickStart?deviceId=${deviceId}&payment=failed`,
    });
    if (await ledger.prepared(pool, orderId, payUrl, clock())) return payUrl;
    // Nobody pays for an order that is gone by now.
    const before = await ledger.payUrlOf.maybe(pool, orderId);
    if (!before) throw fail('paymentFailed');
    return before.pay_url;
  }

  async function payUrlOf(order: orders.LifeRow, payer: PayerContext): Promise<string> {
    return (await ledger.payUrlOf.maybe(pool, order.id))?.pay_url ?? prepay(order, payer);
  }

  /** A provider's notice. It may come late, twice or forged. */
  async function takeNotice(name: string, raw: RawNotice): Promise<void> {
    const provider = providerOf(name);
    if (!provider) throw fail('notFound');
    const notice = await provider.verifyNotice(raw);
    if (!notice) {
      log.warn({ provider: name }, 'a payment notice without a good signature');
      throw fail('forbidden');
    }
    await settle(provider.name, notice);
  }

  async function settle(provider: OnlinePayType, notice: Notice): Promise<void> {
    const orderId = Number(/^order-(\d{1,15})$/.exec(notice.key)?.[1]);
    if (!Number.isSafeInteger(orderId)) throw fail('notFound');
    if (notice.outcome === 'paid' && (await startsAsUsual(provider, orderId, notice))) return;
    const started = await transaction(pool, async (db) => {
      const order = await orders.lockOrder.maybe(db, orderId);
      if (!order || order.pay_type !== provider) throw fail('notFound');
      await isOver(db, orderId);
      if (notice.outcome === 'declined') {
        await steps.cancel(db, order, 'payment declined', clock());
        return undefined;
      }
      if (notice.amount !== order.amount || notice.currency !== order.currency) throw fail('conflict');
      const { amount, currency } = order;
      const isNew = await ledger.paid(db, { orderId, provider, amount, currency, at: clock() }, notice.ref);
      if (!isNew) return undefined;
      const starting = await steps.take(db, order, 'pay', {});
      if (starting) return { starting, command: await commands.writeStart(db, starting) };
      await ledger.owe(db, orderId, 'paid too late', clock());
      return undefined;
    });
    wake(orderId);
    if (started) commands.launch(started.starting.device_id, orderId, started.command);
    else refundSoon();
  }

  async function startsAsUsual(provider: OnlinePayType, orderId: number, notice: Notice): Promise<boolean> {
    const now = clock();
    const expiresAt = new Date(now.getTime() + pace.startWait);
    const { amount, currency, ref } = notice;
    const commandId = randomUUID();
    const starting = await startPaid.maybe(pool, orderId, provider, amount, currency, ref, now, commandId, expiresAt);
    if (!starting) return false;
    wake(orderId);
    commands.launch(starting.device_id, orderId, startCommand(commandId, starting, expiresAt));
    return true;
  }

  /** A notice normally comes within seconds. Where it did not, the provider is asked. */
  async function askProviders(): Promise<void> {
    const now = clock();
    for (const open of await takeTurn(pool, new Date(now.getTime() - pace.askAfter), now)) {
      await ask(open).catch((error) => log.error({ err: error, orderId: open.id }, 'the provider did not answer'));
    }
  }

  /** An order that no longer awaits its payment gets none: whoever has the page open cannot pay any more. */
  async function ask({ id, pay_type: name, status }: OpenRow): Promise<void> {
    const provider = providerOf(name);
    if (!provider) return;
    const key = ledger.paymentKey(id);
    const notice = await (status === 'pending' ? provider.query(key) : provider.close(key));
    if (notice) await settle(name, notice);
    else if (status !== 'pending') await isOver(pool, id);
  }

  /** Works off what is due. What fails stays due and is tried again on the next turn. */
  async function payBack(): Promise<void> {
    for (let last = 0; ; ) {
      const done = await transaction(pool, async (db) => {
        const due = await ledger.nextDue.maybe(db, last);
        if (!due) return undefined;
        last = due.order_id;
        if (await givenBack(due)) await ledger.refunded(db, due, clock());
        return due;
      });
      if (!done) return;
    }
  }

  /** Cash and coins are handed back over the counter: the book only says so. */
  async function givenBack({
    order_id: orderId,
    provider: name,
    key,
    amount,
    currency,
  }: ledger.DueRow): Promise<boolean> {
    if (name === 'cash' || name === 'coin') return true;
    try {
      const provider = providerOf(name);
      if (!provider) throw new Error(`the provider ${name} is not set up`);
      await provider.refund({ paymentKey: ledger.paymentKey(orderId), key, amount, currency });
      return true;
    } catch (error) {
      log.error({ err: error, orderId }, 'a refund failed and will be tried again');
      return false;
    }
  }

  function refundSoon(): void {
    refunding ??= payBack()
      .catch((error) => log.error({ err: error }, 'refunds failed'))
      .finally(() => {
        refunding = undefined;
      });
  }

  return {
    names: providers.map((provider) => provider.name),
    prepay,
    payUrlOf,
    takeNotice,
    askProviders,
    payBack,
    refundSoon,
    stop: async () => refunding,
  };
}

export type Payments = ReturnType<typeof makePayments>;
