import type { Context } from '../core/context.ts';
import { alphanumeric } from '../core/random.ts';
import { invalid, missing } from './errors.ts';
import { type Form, text } from './form.ts';
import { refundedOf, showRefund } from './objects.ts';
import { type Emit, readMetadata } from './sessions.ts';
import type { Intent, Refund, StripeState } from './state.ts';

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'];

interface RefundDeps {
  context: Context;
  state: StripeState;
  emit: Emit;
}

export function makeRefunds({ context, state, emit }: RefundDeps) {
  const { clocks, faults, rules } = context;

  function create(form: Form): Refund {
    const intent = intentOf(form);
    const left = intent.amount - refundedOf(intent, state);
    const amount = form.amount === undefined ? left : Number(text(form.amount));
    if (left === 0)
      throw invalid(`Charge ${intent.charge} has already been refunded.`, undefined, 'charge_already_refunded');
    if (!Number.isInteger(amount) || amount < 1)
      throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer');
    if (amount > left)
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount');
    const reason = text(form.reason) ?? null;
    if (reason !== null && !reasons.includes(reason))
      throw invalid(`Invalid reason: must be one of ${reasons.join(', ')}`, 'reason');
    const refund: Refund = {
      ...{ id: `re_${alphanumeric(24)}`, intent: intent.id, amount, reason },
      metadata: readMetadata(form.metadata),
      status: 'pending',
      createdAt: clocks.now(),
    };
    state.refunds[refund.id] = refund;
    move(refund, false);
    const { fate, afterMs = rules.refundMs } = faults.nextRefund('stripe');
    void tell('refund.created', refund);
    if (fate !== 'pending') context.after(afterMs, () => void settle(refund.id, fate === 'done' ? fate : 'failed'));
    return refund;
  }

  function intentOf(form: Form): Intent {
    const id = text(form.payment_intent) ?? text(form.charge) ?? '';
    const intent = Object.values(state.intents).find((each) => each.id === id || each.charge === id);
    if (!intent) throw missing('payment_intent', id);
    if (intent.status !== 'succeeded') throw invalid('This PaymentIntent does not have a successful charge to refund.');
    return intent;
  }

  /** A refund that fails brings the money back to the merchant. */
  async function settle(id: string, outcome: 'done' | 'failed'): Promise<void> {
    const refund = find(id);
    refund.status = outcome === 'done' ? 'succeeded' : 'failed';
    if (outcome === 'failed') {
      refund.failureReason = 'expired_or_canceled_card';
      move(refund, true);
    }
    context.changed();
    await tell('refund.updated', refund);
    if (outcome === 'failed') await tell('refund.failed', refund);
  }

  const tell = (type: string, refund: Refund) =>
    emit(type, showRefund(refund, state), refund.metadata.key ?? refund.id);

  function move({ id, intent, amount, metadata }: Refund, failed: boolean): void {
    const { currency = '', charge = '', session = '' } = state.intents[intent] ?? {};
    const number = state.sessions[session]?.number ?? '';
    const refundNumber = metadata.key ?? id;
    const row = {
      kind: 'refunded' as const,
      number,
      refundNumber,
      ref: charge,
      refundRef: id,
      amount,
      currency,
      failed,
    };
    state.movements.push({ ...row, fee: 0, at: clocks.now() });
    context.changed();
  }

  function find(id: string): Refund {
    const refund = state.refunds[id];
    if (!refund) throw missing('refund', id);
    return refund;
  }

  return { create, find, settle };
}
