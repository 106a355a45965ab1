import { makeBills } from '../core/bills.ts';
import { type Book, bookOf } from '../core/books.ts';
import type { Context } from '../core/context.ts';
import { type CallFault, type Operation, withFault } from '../core/faults.ts';
import { type Answer, type Call, json, type NoAnswer } from '../core/http.ts';
import { hex } from '../core/random.ts';
import { cashierPath, makeCashier } from './cashier.ts';
import { errorAnswer, errorAnswers, invalid, missing, StripeError } from './errors.ts';
import { type Form, parseForm, text, texts } from './form.ts';
import { makeIdempotency } from './idempotency.ts';
import { makeLists, pageOf } from './lists.ts';
import { expand, showIntent, showRefund, showSession } from './objects.ts';
import { makeRefunds } from './refunds.ts';
import { makeSessions } from './sessions.ts';
import type { Session, StripeState } from './state.ts';
import { makeWebhooks } from './webhooks.ts';

const bookStatus = { succeeded: 'done', pending: 'pending', failed: 'failed' } as const;

/** Stripe's API, of one account in test mode. */
export function makeStripe(context: Context, state: StripeState) {
  const webhooks = makeWebhooks(context);
  const show = (session: Session) => showSession(session, `${context.url()}${cashierPath}${session.id}`);
  const sessions = makeSessions(context, state, webhooks.emit, show);
  const refunds = makeRefunds({ context, state, emit: webhooks.emit });
  const bills = makeBills((day) =>
    state.movements.filter(({ at }) => new Date(at).toISOString().startsWith(day)).toReversed(),
  );
  const lists = makeLists(context, state, bills);
  const idempotency = makeIdempotency(context, state);
  const cashier = makeCashier(sessions);

  async function createSession(form: Form, fault?: CallFault): Promise<unknown> {
    const session = sessions.create(form);
    if (fault === 'paidBeforeAnswer') await sessions.pay(session);
    return show(session);
  }

  function createRefund(form: Form, fault?: CallFault): unknown {
    if (fault === 'notEnough')
      throw invalid(
        'Insufficient funds in your Stripe balance to refund this amount.',
        undefined,
        'insufficient_funds',
      );
    return showRefund(refunds.create(form), state);
  }

  function intent(id: string): unknown {
    const found = state.intents[id];
    if (!found) throw missing('payment_intent', id);
    return showIntent(found);
  }

  function listRefunds(form: Form): unknown {
    const of = text(form.payment_intent);
    const found = Object.values(state.refunds).filter((refund) => of === undefined || refund.intent === of);
    return pageOf(
      found.toReversed().map((refund) => showRefund(refund, state)),
      form,
      '/v1/refunds',
    );
  }

  function listSessions(form: Form): unknown {
    const of = text(form.payment_intent);
    const found = Object.values(state.sessions).filter((session) => of === undefined || session.intent === of);
    return pageOf(found.toReversed().map(show), form, '/v1/checkout/sessions');
  }

  const routes: [string, RegExp, Operation, (form: Form, id: string, fault?: CallFault) => unknown][] = [
    ['POST', /^\/v1\/checkout\/sessions$/, 'prepay', (form, _, fault) => createSession(form, fault)],
    ['GET', /^\/v1\/checkout\/sessions$/, 'query', listSessions],
    ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, 'query', (_, id) => show(sessions.find(id))],
    ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, 'close', (_, id) => show(sessions.expireByCall(id))],
    ['GET', /^\/v1\/payment_intents\/search$/, 'query', lists.searchIntents],
    ['GET', /^\/v1\/payment_intents\/(\w+)$/, 'query', (_, id) => intent(id)],
    ['POST', /^\/v1\/refunds$/, 'refund', (form, _, fault) => createRefund(form, fault)],
    ['GET', /^\/v1\/refunds$/, 'refundQuery', listRefunds],
    ['GET', /^\/v1\/refunds\/(\w+)$/, 'refundQuery', (_, id) => showRefund(refunds.find(id), state)],
    ['GET', /^\/v1\/balance_transactions$/, 'bill', lists.movements],
    ['GET', /^\/v1\/balance$/, 'any', () => ({ object: 'balance', livemode: false, available: [], pending: [] })],
  ];

  async function handle(call: Call): Promise<Answer | NoAnswer | undefined> {
    const { pathname } = call.url;
    if (!pathname.startsWith('/v1/')) return cashier.handle(call);
    for (const [method, path, operation, act] of routes) {
      const match = path.exec(pathname);
      if (!match || method !== call.method) continue;
      const fault = context.faults.next('stripe', operation);
      // A 500 is an answer that is kept; everything else happens on the way.
      const isKept = fault === 'failed' || fault === 'failedAfter';
      const answer = () => answered(call, (form) => act(form, match[1] ?? '', fault), fault);
      return withFault(context.faults, isKept ? undefined : fault, errorAnswers, () =>
        guarded(() => idempotency.once(call, answer)),
      );
    }
    return errorAnswer(
      new StripeError(404, 'invalid_request_error', `Unrecognized request URL (${call.method}: ${pathname}).`),
    );
  }

  const answered = (call: Call, act: (form: Form) => unknown, fault?: CallFault) =>
    guarded(async () => {
      checkRequest(call);
      if (fault === 'failed') return errorAnswers.failed();
      const form = parseForm(call.method === 'GET' ? call.url.search.slice(1) : call.body.toString());
      const result = await act(form);
      if (fault === 'failedAfter') return errorAnswers.failed();
      const shown = texts(form.expand).reduce(
        (object: unknown, path) => expand(object, path.split('.'), state),
        result,
      );
      return json(200, shown, { 'request-id': `req_${hex(7)}` });
    });

  async function guarded(act: () => Promise<Answer>): Promise<Answer> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof StripeError) return errorAnswer(error);
      throw error;
    }
  }

  function checkRequest({ method, headers }: Call): void {
    if (headers.authorization !== `Bearer ${context.keys.stripe.secretKey}`)
      throw new StripeError(401, 'invalid_request_error', 'Invalid API Key provided');
    if (
      method === 'POST' &&
      headers['content-type'] &&
      !headers['content-type'].startsWith('application/x-www-form-urlencoded')
    )
      throw invalid('Request bodies are form-encoded.');
  }

  /** By the merchant's number, or by Stripe's. The newest of several with one number. */
  function find(number: string): Session {
    const found = Object.values(state.sessions).findLast(
      (session) => session.number === number || session.id === number,
    );
    if (!found) throw missing('checkout.session', number);
    return sessions.find(found.id);
  }

  return {
    handle,
    bills,
    /** The endpoint that events go to. */
    registerWebhook: webhooks.register,
    rotateKey: webhooks.rotate,
    retireOldKey: webhooks.retire,
    pruneKeys: idempotency.prune,
    pay: (number: string, options?: { anyway?: boolean; later?: boolean }) => sessions.pay(find(number), options),
    /** A payment method that confirms afterwards has confirmed, or failed. */
    confirm: (number: string, succeeded: boolean) => sessions.confirm(find(number), succeeded),
    /** A notice that claims a payment which nobody made, signed with a stranger's secret. */
    forge(number: string) {
      const session = find(number);
      const claim: Session = { ...session, status: 'complete', paymentStatus: 'paid', intent: 'pi_forged' };
      return webhooks.forge('checkout.session.completed', show(claim), number);
    },
    /** A refund made in Stripe's dashboard. Returns its id, which Stripe assigns. */
    async refundByHand(number: string, amount: number): Promise<string> {
      return refunds.create({ payment_intent: find(number).intent ?? '', amount: String(amount) }).id;
    },
    /** By the merchant's number of the refund, or by Stripe's. */
    settleRefund(number: string, outcome: 'done' | 'failed') {
      const found = Object.values(state.refunds).find(({ id, metadata }) => id === number || metadata.key === number);
      return refunds.settle(found?.id ?? number, outcome);
    },
    books: (): Book[] =>
      Object.values(state.intents)
        .filter(({ status }) => status === 'succeeded')
        .map((each) =>
          bookOf(
            {
              provider: 'stripe',
              number: state.sessions[each.session]?.number ?? each.id,
              currency: each.currency,
              paid: each.amount,
            },
            Object.values(state.refunds)
              .filter(({ intent: of }) => of === each.id)
              .map(({ amount, status }) => ({ amount, status: bookStatus[status] })),
          ),
        ),
  };
}
