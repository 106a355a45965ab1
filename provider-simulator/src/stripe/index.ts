import { makeBills } from '../core/bills.ts';
import type { Context } from '../core/context.ts';
import type { Call } from '../core/http.ts';
import { billRows, books } from './books.ts';
import { cashierPath, makeCashier } from './cashier.ts';
import { missing } from './errors.ts';
import { makeIdempotency } from './idempotency.ts';
import { makeLists } from './lists.ts';
import { showSession } from './objects.ts';
import { makeRefunds } from './refunds.ts';
import { handle } from './routes.ts';
import { makeSessions, type Sale } from './sessions.ts';
import type { Session, StripeState } from './state.ts';
import { makeWebhooks } from './webhooks.ts';

function makeParts(context: Context, state: StripeState) {
  const webhooks = makeWebhooks(context);
  const show = (session: Session) => showSession(session, `${context.url()}${cashierPath}${session.id}`);
  const sessions = makeSessions(context, state, webhooks.emit, show);
  const refunds = makeRefunds({ context, state, emit: webhooks.emit });
  const bills = makeBills((day) => billRows(state, day));
  const lists = makeLists(context, state, bills);
  const idempotency = makeIdempotency(context, state);
  const cashier = makeCashier(sessions);
  return { context, state, webhooks, show, sessions, refunds, bills, lists, idempotency, cashier };
}
type Parts = ReturnType<typeof makeParts>;

/** By the merchant's number, or by Stripe's. The newest of several with one number. */
function find({ state, sessions }: Parts, number: string): Session {
  const found = Object.values(state.sessions).findLast((session) => session.number === number || session.id === number);
  if (!found) throw missing('checkout.session', number);
  return sessions.find(found.id);
}

/** A notice that claims a payment which nobody made, signed with a stranger's secret. */
function forge(deps: Parts, number: string) {
  const session = find(deps, number);
  const claim: Session = { ...session, status: 'complete', paymentStatus: 'paid', intent: 'pi_forged' };
  return deps.webhooks.forge('checkout.session.completed', deps.show(claim), number);
}

/** A refund made in Stripe's dashboard. Returns its id, which Stripe assigns. */
async function refundByHand(deps: Parts, number: string, amount: number): Promise<string> {
  return deps.refunds.create({ payment_intent: find(deps, number).intent ?? '', amount: String(amount) }).id;
}

/** By the merchant's number of the refund, or by Stripe's. */
function settleRefund({ state, refunds }: Parts, number: string, outcome: 'done' | 'failed'): Promise<void> {
  const found = Object.values(state.refunds).find(({ id, metadata }) => id === number || metadata.key === number);
  return refunds.settle(found?.id ?? number, outcome);
}

/** Stripe's API, of one account in test mode. */
export function makeStripe(context: Context, state: StripeState) {
  const deps = makeParts(context, state);
  const { webhooks, sessions, bills, idempotency } = deps;
  return {
    handle: (call: Call) => handle(deps, call),
    bills,
    /** The endpoint that events go to. */
    registerWebhook: webhooks.register,
    rotateKey: webhooks.rotate,
    retireOldKey: webhooks.retire,
    pruneKeys: idempotency.prune,
    pay: async (number: string, options?: { anyway?: boolean; later?: boolean; amount?: number }) =>
      sessions.pay(find(deps, number), options),
    /**
     * Somebody buys another product of the account, under a reference of the buyer's. `told` resolves once its notice
     * was sent.
     */
    sellByLink(sale: Sale): { id: string; told: Promise<void> } {
      const session = sessions.createByLink(sale);
      return { id: session.id, told: sessions.pay(session) };
    },
    /** A payment method that confirms afterwards has confirmed, or failed. */
    confirm: (number: string, succeeded: boolean) => sessions.confirm(find(deps, number), succeeded),
    forge: async (number: string) => forge(deps, number),
    refundByHand: (number: string, amount: number) => refundByHand(deps, number, amount),
    settleRefund: (number: string, outcome: 'done' | 'failed') => settleRefund(deps, number, outcome),
    books: () => books(state),
  };
}
