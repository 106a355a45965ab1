import type { Context } from '../core/context.ts';
import { alphanumeric } from '../core/random.ts';
import { invalid, missing } from './errors.ts';
import { type Form, inner, text } from './form.ts';
import type { Intent, Metadata, Session, StripeState } from './state.ts';

const minute = 60_000;
const minLifeMs = 30 * minute;
const maxLifeMs = 24 * 60 * minute;
const currencies = ['cny', 'myr', 'php', 'usd', 'sgd', 'idr'];
const feeRate = 0.03;

interface PayOptions {
  anyway?: boolean;
  later?: boolean;
  amount?: number;
}

/** A sale of another product; its shop writes the metadata, which may repeat what the buyer wrote. */
export interface Sale {
  reference: string;
  metadata?: Metadata;
  amount: number;
  currency: string;
}

/** Await `sent` to be sure that the notice was delivered. */
export type Emit = (type: string, object: unknown, number: string) => Promise<void>;
export type Show = (session: Session) => unknown;

export function makeSessions(context: Context, state: StripeState, emit: Emit, show: Show) {
  const { clocks } = context;

  function create(form: Form): Session {
    if (text(form.mode) !== 'payment') throw invalid('You must pass `mode=payment`.', 'mode');
    const { name, amount, currency } = lineItem(form);
    const successUrl = text(form.success_url);
    if (!successUrl || !URL.canParse(successUrl.replace('{CHECKOUT_SESSION_ID}', 'x')))
      throw invalid('Not a valid URL', 'success_url', 'url_invalid');
    const clientReference = text(form.client_reference_id) ?? null;
    if (clientReference !== null && !/^[\w-]{1,200}$/.test(clientReference))
      throw invalid('Invalid client_reference_id', 'client_reference_id');
    const id = `cs_test_${alphanumeric(58)}`;
    const metadata = readMetadata(form.metadata);
    const session: Session = {
      ...{ id, amount, currency, name, metadata, successUrl, clientReference },
      number: metadata.key ?? clientReference ?? id,
      intentMetadata: readMetadata(inner(form.payment_intent_data).metadata),
      cancelUrl: text(form.cancel_url) ?? null,
      locale: text(form.locale) ?? null,
      createdAt: clocks.now(),
      expiresAt: expiry(text(form.expires_at)),
      status: 'open',
      paymentStatus: 'unpaid',
      intent: null,
    };
    state.sessions[id] = session;
    context.changed();
    return session;
  }

  /** A sale of another product of the account, by a payment link to which the buyer added a reference. */
  function createByLink(sale: Sale): Session {
    const price_data = { currency: sale.currency, unit_amount: String(sale.amount), product_data: { name: 'Tea' } };
    const line_items = { '0': { quantity: '1', price_data } };
    const session = create({ mode: 'payment', success_url: 'https://shop.example/', line_items });
    session.clientReference = sale.reference;
    session.metadata = sale.metadata ?? {};
    return session;
  }

  /** From 30 minutes to 24 hours. One second of tolerance for rounding. */
  function expiry(given: string | undefined): number {
    const now = clocks.now();
    if (given === undefined) return now + maxLifeMs;
    const at = Number(given) * 1000;
    if (!Number.isInteger(at)) throw invalid('Invalid integer', 'expires_at');
    if (at < now + minLifeMs - 1000)
      throw invalid(
        'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
        'expires_at',
      );
    if (at > now + maxLifeMs + 1000)
      throw invalid(
        'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
        'expires_at',
      );
    return at;
  }

  function find(id: string): Session {
    const session = state.sessions[id];
    if (!session) throw missing('checkout.session', id);
    if (session.status === 'open' && clocks.now() >= session.expiresAt) void expire(session);
    return session;
  }

  async function expire(session: Session): Promise<void> {
    session.status = 'expired';
    context.changed();
    await emit('checkout.session.expired', show(session), session.number);
  }

  function expireByCall(id: string): Session {
    const session = find(id);
    if (session.status !== 'open')
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    void expire(session);
    return session;
  }

  /**
   * The payer pays. `later`: with a method that confirms afterwards. `anyway`: even in an expired session. `amount`: a
   * wrong amount.
   */
  async function pay(session: Session, options: PayOptions = {}): Promise<void> {
    const { anyway = false, later = false, amount = session.amount } = options;
    if (session.status !== 'open' && !(anyway && session.status === 'expired'))
      throw invalid('The session is not open.');
    session.status = 'complete';
    session.amount = amount;
    const intent: Intent = {
      id: `pi_${alphanumeric(24)}`,
      session: session.id,
      charge: `ch_${alphanumeric(24)}`,
      amount: session.amount,
      currency: session.currency,
      metadata: session.intentMetadata,
      status: 'processing',
      createdAt: clocks.now(),
    };
    state.intents[intent.id] = intent;
    session.intent = intent.id;
    if (!later) settle(session, intent);
    context.changed();
    await emit('checkout.session.completed', show(session), session.number);
  }

  function settle(session: Session, intent: Intent): void {
    intent.status = 'succeeded';
    intent.paidAt = clocks.now();
    session.paymentStatus = 'paid';
    const { amount, currency, charge } = intent;
    const fee = Math.round(amount * feeRate);
    state.movements.push({
      kind: 'paid',
      number: session.number,
      ref: charge,
      amount,
      currency,
      fee,
      at: clocks.now(),
    });
  }

  /** A method that confirms afterwards has confirmed, or failed. */
  async function confirm(session: Session, succeeded: boolean): Promise<void> {
    const intent = state.intents[session.intent ?? ''];
    if (intent?.status !== 'processing') throw invalid('Nothing to confirm.');
    if (succeeded) settle(session, intent);
    else intent.status = 'requires_payment_method';
    context.changed();
    const outcome = succeeded ? 'succeeded' : 'failed';
    await emit(`checkout.session.async_payment_${outcome}`, show(session), session.number);
  }

  return { create, createByLink, find, expireByCall, pay, confirm };
}

function lineItem(form: Form): { name: string; amount: number; currency: string } {
  const item = inner(inner(form.line_items)['0']);
  const price = inner(item.price_data);
  const name = text(inner(price.product_data).name);
  const currency = text(price.currency) ?? '';
  const amount = Number(text(price.unit_amount)) * Number(text(item.quantity) ?? 1);
  if (!currencies.includes(currency))
    throw invalid(`Invalid currency: ${currency}`, 'line_items[0][price_data][currency]');
  if (!Number.isInteger(amount) || amount < 1)
    throw invalid('Invalid integer', 'line_items[0][price_data][unit_amount]');
  if (!name)
    throw invalid('Missing required param', 'line_items[0][price_data][product_data][name]', 'parameter_missing');
  return { name, amount, currency };
}

export function readMetadata(form: string | Form | undefined): Metadata {
  const entries = Object.entries(inner(form)).map(([key, value]) => [key, text(value) ?? ''] as const);
  const isTooLong = entries.some(([key, value]) => key.length > 40 || value.length > 500);
  if (entries.length > 50 || isTooLong)
    throw invalid('Metadata is limited to 50 keys of 40 and values of 500 characters.', 'metadata');
  return Object.fromEntries(entries);
}
