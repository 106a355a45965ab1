import type { Context } from '../core/context.ts';
import { type CallFault, type Operation, withFault } from '../core/faults.ts';
import { type Answer, type Call, json, type NoAnswer } from '../core/http.ts';
import { hex } from '../core/random.ts';
import type { makeCashier } from './cashier.ts';
import { errorAnswer, errorAnswers, invalid, missing, StripeError } from './errors.ts';
import { type Form, parseForm, text, texts } from './form.ts';
import type { makeIdempotency } from './idempotency.ts';
import { type makeLists, pageOf } from './lists.ts';
import { expand, showIntent, showRefund, type showSession } from './objects.ts';
import type { makeRefunds } from './refunds.ts';
import type { makeSessions } from './sessions.ts';
import type { Session, StripeState } from './state.ts';

interface RouteDeps {
  context: Context;
  state: StripeState;
  sessions: ReturnType<typeof makeSessions>;
  refunds: ReturnType<typeof makeRefunds>;
  lists: ReturnType<typeof makeLists>;
  idempotency: ReturnType<typeof makeIdempotency>;
  cashier: ReturnType<typeof makeCashier>;
  /** A session as the API shows it. */
  show(session: Session): ReturnType<typeof showSession>;
}

/** `id` is the part of the path in brackets. */
type Act = (deps: RouteDeps, form: Form, id: string, fault?: CallFault) => unknown;

/** Each path with its operation. */
const routes: [method: string, path: RegExp, operation: Operation, act: Act][] = [
  ['POST', /^\/v1\/checkout\/sessions$/, 'prepay', (deps, form, _, fault) => createSession(deps, form, fault)],
  ['GET', /^\/v1\/checkout\/sessions$/, 'query', (deps, form) => listSessions(deps, form)],
  ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, 'query', ({ sessions, show }, _, id) => show(sessions.find(id))],
  [
    'POST',
    /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    'close',
    ({ sessions, show }, _, id) => show(sessions.expireByCall(id)),
  ],
  ['GET', /^\/v1\/payment_intents\/search$/, 'query', ({ lists }, form) => lists.searchIntents(form)],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, 'query', (deps, _, id) => intent(deps, id)],
  ['POST', /^\/v1\/refunds$/, 'refund', (deps, form, _, fault) => createRefund(deps, form, fault)],
  ['GET', /^\/v1\/refunds$/, 'refundQuery', (deps, form) => listRefunds(deps, form)],
  ['GET', /^\/v1\/refunds\/(\w+)$/, 'refundQuery', ({ refunds, state }, _, id) => showRefund(refunds.find(id), state)],
  ['GET', /^\/v1\/balance_transactions$/, 'bill', ({ lists }, form) => lists.movements(form)],
  ['GET', /^\/v1\/balance$/, 'any', () => ({ object: 'balance', livemode: false, available: [], pending: [] })],
];

export async function handle(deps: RouteDeps, call: Call): Promise<Answer | NoAnswer | undefined> {
  const { pathname } = call.url;
  if (!pathname.startsWith('/v1/')) return deps.cashier.handle(call);
  for (const [method, path, operation, act] of routes) {
    const match = path.exec(pathname);
    if (!match || method !== call.method) continue;
    const { faults } = deps.context;
    const fault = faults.next('stripe', operation);
    // A 500 is an answer that is kept; other faults happen before the request is handled.
    const isKept = fault === 'failed' || fault === 'failedAfter';
    const answer = () => answered(deps, call, (form) => act(deps, form, match[1] ?? '', fault), fault);
    return withFault(faults, isKept ? undefined : fault, errorAnswers, () =>
      guarded(() => deps.idempotency.once(call, answer)),
    );
  }
  return errorAnswer(
    new StripeError(404, 'invalid_request_error', `Unrecognized request URL (${call.method}: ${pathname}).`),
  );
}

const answered = (deps: RouteDeps, call: Call, act: (form: Form) => unknown, fault?: CallFault) =>
  guarded(async () => {
    checkRequest(deps, call);
    if (fault === 'failed') return errorAnswers.failed();
    const form = parseForm(call.method === 'GET' ? call.url.search.slice(1) : call.body.toString());
    const result = await act(form);
    if (fault === 'failedAfter') return errorAnswers.failed();
    const shown = texts(form.expand).reduce(
      (object: unknown, path) => expand(object, path.split('.'), deps.state),
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

function checkRequest({ context }: RouteDeps, { method, headers }: Call): void {
  if (headers.authorization !== `Bearer ${context.keys.stripe.secretKey}`)
    throw new StripeError(401, 'invalid_request_error', 'Invalid API Key provided');
  if (
    method === 'POST' &&
    headers['content-type'] &&
    !headers['content-type'].startsWith('application/x-www-form-urlencoded')
  )
    throw invalid('Request bodies are form-encoded.');
}

async function createSession({ sessions, show }: RouteDeps, form: Form, fault?: CallFault): Promise<unknown> {
  const session = sessions.create(form);
  if (fault === 'paidBeforeAnswer') await sessions.pay(session);
  return show(session);
}

function createRefund({ refunds, state }: RouteDeps, form: Form, fault?: CallFault): unknown {
  if (fault === 'notEnough')
    throw invalid('Insufficient funds in your Stripe balance to refund this amount.', undefined, 'insufficient_funds');
  return showRefund(refunds.create(form), state);
}

function intent({ state }: RouteDeps, id: string): unknown {
  const found = state.intents[id];
  if (!found) throw missing('payment_intent', id);
  return showIntent(found);
}

function listRefunds({ state }: RouteDeps, form: Form): unknown {
  const of = text(form.payment_intent);
  const found = Object.values(state.refunds).filter((refund) => of === undefined || refund.intent === of);
  const shown = found.toReversed().map((refund) => showRefund(refund, state));
  return pageOf(shown, form, '/v1/refunds');
}

function listSessions({ state, show }: RouteDeps, form: Form): unknown {
  const of = text(form.payment_intent);
  const found = Object.values(state.sessions).filter((session) => of === undefined || session.intent === of);
  return pageOf(found.toReversed().map(show), form, '/v1/checkout/sessions');
}
