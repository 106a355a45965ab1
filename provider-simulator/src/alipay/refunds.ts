import { fen, yuan } from '../core/bills.ts';
import { beijingText } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { digits } from '../core/random.ts';
import { badParameter, businessError } from './gateway.ts';
import type { AlipayRefund, AlipayState, AlipayTrade } from './state.ts';
import type { AlipayTrades, Notify } from './trades.ts';

interface RefundDeps {
  context: Context;
  state: AlipayState;
  trades: AlipayTrades;
  notify: Notify;
}

export function makeRefunds({ context, state, trades, notify }: RefundDeps) {
  const { clocks, faults } = context;
  const refundsOf = ({ number }: AlipayTrade) =>
    Object.values(state.refunds).filter(({ payment }) => payment === number);
  const sumOf = (refunds: AlipayRefund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0);
  const keyOf = (trade: AlipayTrade, number: string) => `${trade.number}/${number}`;

  function refund(biz: Record<string, unknown>): Record<string, unknown> {
    const trade = trades.find(biz);
    const amount = fen(biz.refund_amount);
    if (amount === undefined || amount < 1) throw badParameter('invalid-parameter', '参数无效：refund_amount');
    const number = typeof biz.out_request_no === 'string' ? biz.out_request_no : '';
    if (number.length > 64) throw badParameter('invalid-parameter', '参数无效：out_request_no');
    if (!number && amount !== trade.amount)
      throw businessError('REFUND_AMT_NOT_EQUAL_TOTAL', '撤销或退款金额与订单金额不一致');
    const known = state.refunds[keyOf(trade, number || trade.number)];
    if (known && known.amount !== amount) throw businessError('DISCORDANT_REPEAT_REQUEST', '请求信息不一致');
    if (known) return show(trade, known, 'N');
    checkAmount(trade, amount);
    return show(trade, make(trade, number || trade.number, amount), 'Y');
  }

  function checkAmount(trade: AlipayTrade, amount: number): void {
    if (trade.status === 'TRADE_FINISHED') throw businessError('TRADE_HAS_FINISHED', '交易已经结束');
    if (!trade.paidAt) throw businessError('TRADE_STATUS_ERROR', '交易状态不合法');
    const taken = sumOf(refundsOf(trade).filter(({ status }) => status !== 'failed'));
    if (taken + amount > trade.amount) throw businessError('REASON_TRADE_REFUND_FEE_ERR', '退款金额无效');
  }

  function make(trade: AlipayTrade, number: string, amount: number): AlipayRefund {
    const made: AlipayRefund = { number, payment: trade.number, amount, status: 'pending', createdAt: clocks.now() };
    state.refunds[keyOf(trade, number)] = made;
    const { fate, afterMs = 0 } = faults.nextRefund('alipay');
    if (fate === 'done' && afterMs === 0) complete(trade, made);
    else if (fate !== 'pending') context.after(afterMs, () => void settle(number, fate === 'done' ? fate : 'failed'));
    context.changed();
    return made;
  }

  /** A refund made in Alipay's merchant portal. Returns its number, which Alipay assigns. */
  async function byHand(trade: AlipayTrade, amount: number): Promise<string> {
    return make(trade, digits(24), amount).number;
  }

  /** The notice after a part refund says TRADE_SUCCESS again; after the last one, TRADE_CLOSED. */
  function complete(trade: AlipayTrade, made: AlipayRefund): void {
    made.status = 'done';
    made.doneAt = clocks.now();
    const refunded = sumOf(refundsOf(trade).filter(({ status }) => status === 'done'));
    if (refunded === trade.amount) trade.status = 'TRADE_CLOSED';
    const more = { refund_fee: yuan(refunded), out_biz_no: made.number, gmt_refund: beijingText(made.doneAt) };
    context.after(context.rules.refundMs, () => void notify(trade, more));
  }

  /** `fund_change` is Y only for the call that moved the money. */
  function show(trade: AlipayTrade, made: AlipayRefund, change: 'Y' | 'N'): Record<string, unknown> {
    const done = refundsOf(trade).filter(({ status }) => status === 'done');
    return {
      buyer_logon_id: '159****5620',
      buyer_user_id: '2088101117955611',
      fund_change: made.status === 'done' ? change : 'N',
      out_trade_no: trade.number,
      trade_no: trade.tradeNo,
      refund_fee: yuan(sumOf(done)),
      ...(made.doneAt ? { gmt_refund_pay: beijingText(made.doneAt) } : {}),
    };
  }

  /** A refund that did not happen has no `refund_status`, nor has one that nobody requested. */
  function query(biz: Record<string, unknown>): Record<string, unknown> {
    const trade = trades.find(biz);
    const found = state.refunds[keyOf(trade, String(biz.out_request_no))];
    if (found?.status !== 'done') return {};
    return {
      out_trade_no: trade.number,
      trade_no: trade.tradeNo,
      out_request_no: found.number,
      refund_amount: yuan(found.amount),
      total_amount: yuan(trade.amount),
      refund_status: 'REFUND_SUCCESS',
      gmt_refund_pay: beijingText(found.doneAt ?? 0),
    };
  }

  async function settle(number: string, outcome: 'done' | 'failed'): Promise<void> {
    const found = Object.values(state.refunds).find((each) => each.number === number);
    if (!found) throw new Error(`no refund ${number}`);
    if (outcome === 'failed') found.status = 'failed';
    else complete(trades.find({ out_trade_no: found.payment }), found);
    context.changed();
  }

  return { refund, byHand, query, settle, refundsOf };
}
export type AlipayRefunds = ReturnType<typeof makeRefunds>;
