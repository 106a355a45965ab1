import { beijingIso } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import type { RefundFate } from '../core/faults.ts';
import type { Call } from '../core/http.ts';
import { digits } from '../core/random.ts';
import { invalidRequest, WechatError } from './errors.ts';
import { parseBody, type RefundRequest, refundRequest } from './fields.ts';
import type { WechatPayments } from './payments.ts';
import { canonical, type WechatPayment, type WechatRefund, type WechatState } from './state.ts';

const maxRefunds = 50;
const refundDays = 365;

export const statusOfFate = { done: 'SUCCESS', pending: 'PROCESSING', stuck: 'ABNORMAL', failed: 'CLOSED' } as const;

interface RefundDeps {
  context: Context;
  state: WechatState;
  payments: WechatPayments;
  notify: (refund: WechatRefund) => Promise<void>;
}

export function makeRefunds({ context, state, payments, notify }: RefundDeps) {
  const { clocks, faults, rules } = context;
  const refundsOf = ({ number }: WechatPayment) =>
    Object.values(state.refunds).filter(({ payment }) => payment === number);

  /** A number always means the same refund. */
  function refund(call: Call): WechatRefund {
    const { fields, given } = parseBody(refundRequest(context), call.body);
    const request = canonical(given);
    const known = state.refunds[fields.out_refund_no];
    if (known && known.request !== request) throw invalidRequest('订单金额或退款金额与之前请求不一致，请核实后再试');
    if (known) return known;
    const payment = paymentOf(fields);
    checkLimits(payment, fields);
    const { out_refund_no: number, notify_url: notifyUrl, amount } = fields;
    const made = make(payment, { number, notifyUrl, amount: amount.refund, request });
    const { fate, afterMs = rules.refundMs } = faults.nextRefund('wechat');
    if (fate !== 'pending') context.after(afterMs, () => void settle(made.number, fate));
    return made;
  }

  function make(
    payment: WechatPayment,
    asked: Pick<WechatRefund, 'number' | 'notifyUrl' | 'amount' | 'request'>,
  ): WechatRefund {
    const made: WechatRefund = {
      ...asked,
      payment: payment.number,
      refundId: `50${digits(27)}`,
      status: 'PROCESSING',
      createdAt: clocks.now(),
    };
    state.refunds[made.number] = made;
    payment.state = 'REFUND';
    context.changed();
    return made;
  }

  /** A refund in the merchant platform, which assigns the number. Returns that number. */
  async function byHand(payment: WechatPayment, amount: number): Promise<string> {
    const { number } = make(payment, { number: digits(28), amount, request: '' });
    await settle(number, 'done');
    return number;
  }

  function paymentOf({ out_trade_no: number, transaction_id: id }: RefundRequest): WechatPayment {
    const payment = id ? payments.byTransaction(id) : payments.find(number ?? '');
    if (!payment.transactionId) throw new WechatError(403, 'TRADE_ERROR', '订单未支付');
    return payment;
  }

  function checkLimits(payment: WechatPayment, { amount }: RefundRequest): void {
    const earlier = refundsOf(payment);
    const taken = earlier.filter(({ status }) => status !== 'CLOSED').reduce((sum, { amount }) => sum + amount, 0);
    if (amount.total !== payment.total) throw invalidRequest('订单金额与实际支付金额不一致');
    if (taken + amount.refund > payment.total) throw invalidRequest('申请退款金额大于订单剩余可退金额');
    if (earlier.length >= maxRefunds) throw invalidRequest('部分退款次数超过限制');
    if (clocks.now() - (payment.paidAt ?? 0) > refundDays * 86_400_000)
      throw invalidRequest('订单已超过可退款的最大期限');
    const last = Math.max(0, ...earlier.map(({ createdAt }) => createdAt));
    if (clocks.now() - last < rules.refundGapMs)
      throw new WechatError(429, 'FREQUENCY_LIMITED', '同一订单退款间隔需大于1分钟');
  }

  function find(number: string): WechatRefund {
    const found = state.refunds[number];
    if (!found) throw new WechatError(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
    return found;
  }

  async function settle(number: string, next: Exclude<RefundFate, 'pending'>): Promise<void> {
    const found = find(number);
    found.status = statusOfFate[next];
    if (next === 'done') found.doneAt = clocks.now();
    context.changed();
    await notify(found);
  }

  /** A refund as answers show it. */
  function show(found: WechatRefund): Record<string, unknown> {
    const payment = payments.find(found.payment);
    return {
      refund_id: found.refundId,
      out_refund_no: found.number,
      transaction_id: payment.transactionId,
      out_trade_no: payment.number,
      channel: 'ORIGINAL',
      user_received_account: '支付用户零钱',
      create_time: beijingIso(found.createdAt),
      status: found.status,
      funds_account: 'UNSETTLED',
      ...(found.doneAt ? { success_time: beijingIso(found.doneAt) } : {}),
      amount: {
        ...amounts(found, payment),
        settlement_refund: found.amount,
        settlement_total: payment.total,
        discount_refund: 0,
        currency: 'CNY',
      },
    };
  }

  /** A refund as notices show it. */
  function showInNotice(found: WechatRefund, mchid: string): Record<string, unknown> {
    const payment = payments.find(found.payment);
    return {
      mchid,
      out_trade_no: payment.number,
      transaction_id: payment.transactionId,
      out_refund_no: found.number,
      refund_id: found.refundId,
      refund_status: found.status,
      ...(found.doneAt ? { success_time: beijingIso(found.doneAt) } : {}),
      user_received_account: '支付用户零钱',
      amount: amounts(found, payment),
    };
  }

  const amounts = (found: WechatRefund, { total }: WechatPayment) => ({
    total,
    refund: found.amount,
    payer_total: total,
    payer_refund: found.amount,
  });

  return { refund, byHand, find, settle, show, showInNotice, refundsOf };
}
export type WechatRefunds = ReturnType<typeof makeRefunds>;
