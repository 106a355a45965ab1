import { fen, yuan } from '../core/bills.ts';
import { beijingText, fromBeijingText } from '../core/clock.ts';
import { type Context, isNotifyUrl } from '../core/context.ts';
import { digits } from '../core/random.ts';
import { badParameter, bizContent, businessError, type Params } from './gateway.ts';
import type { AlipayState, AlipayTrade } from './state.ts';

const day = 86_400_000;
const defaultLifeMs = 15 * day;
/** After this a trade is finished, and no refund is possible: the default of three months. */
const refundMs = 90 * day;
const maxFen = 100_000_000_00;

/** Checks a link to the payment page. It creates no trade. */
export interface PageRequest {
  number: string;
  amount: number;
  subject: string;
  expiresAt: number;
  quitUrl: string;
  returnUrl?: string;
  notifyUrl?: string;
  passback?: string;
}

export type Notify = (trade: AlipayTrade, more?: Params) => Promise<void>;

export function makeTrades(context: Context, state: AlipayState, notify: Notify) {
  const { clocks, rules } = context;

  function readPage(params: Params): PageRequest {
    const biz = bizContent(params) as Record<string, string | undefined>;
    const wrong = (field: string) => badParameter('invalid-parameter', `参数无效：${field}`);
    const amount = fen(biz.total_amount);
    if (!/^[A-Za-z0-9_]{1,64}$/.test(biz.out_trade_no ?? '')) throw wrong('out_trade_no');
    if (amount === undefined || amount < 1 || amount > maxFen) throw wrong('total_amount');
    if (!biz.subject || biz.subject.length > 256 || /[/=&]/.test(biz.subject)) throw wrong('subject');
    if (biz.product_code !== 'QUICK_WAP_WAY') throw wrong('product_code');
    if (!biz.quit_url || !URL.canParse(biz.quit_url)) throw wrong('quit_url');
    if (params.notify_url && !isNotifyUrl(params.notify_url, rules)) throw wrong('notify_url');
    const expiresAt = biz.time_expire === undefined ? clocks.now() + defaultLifeMs : fromBeijingText(biz.time_expire);
    if (expiresAt === undefined) throw wrong('time_expire');
    return {
      number: biz.out_trade_no ?? '',
      amount,
      subject: biz.subject,
      expiresAt,
      quitUrl: biz.quit_url,
      returnUrl: params.return_url,
      notifyUrl: params.notify_url,
      passback: biz.passback_params,
    };
  }

  /** The payer logs in: only now does the trade exist. */
  function open(request: PageRequest): AlipayTrade {
    const known = current(state.trades[request.number]);
    if (known && (known.amount !== request.amount || known.subject !== request.subject))
      throw businessError('CONTEXT_INCONSISTENT', '交易信息被篡改');
    if (known?.status === 'TRADE_CLOSED') throw businessError('TRADE_HAS_CLOSE', '交易已经关闭');
    if (known && known.status !== 'WAIT_BUYER_PAY') throw businessError('TRADE_HAS_SUCCESS', '交易已被支付');
    if (known) return known;
    if (clocks.now() >= request.expiresAt) throw businessError('TRADE_HAS_CLOSE', '交易已超时');
    const { number, amount, subject, expiresAt, notifyUrl, passback } = request;
    const trade: AlipayTrade = {
      ...{ number, amount, subject, expiresAt, notifyUrl, passback },
      tradeNo: `${beijingText(clocks.now()).slice(0, 10).replaceAll('-', '')}22${digits(18)}`,
      createdAt: clocks.now(),
      status: 'WAIT_BUYER_PAY',
    };
    state.trades[number] = trade;
    context.changed();
    return trade;
  }

  /** A trade, closed or finished first if its time is over. */
  function current(trade: AlipayTrade | undefined): AlipayTrade | undefined {
    if (trade?.status === 'WAIT_BUYER_PAY' && clocks.now() >= trade.expiresAt) trade.status = 'TRADE_CLOSED';
    const isOver = trade?.status === 'TRADE_SUCCESS' && clocks.now() - (trade.paidAt ?? 0) > refundMs;
    if (trade && isOver) trade.status = 'TRADE_FINISHED';
    return trade;
  }

  function find({ out_trade_no: number, trade_no: tradeNo }: Record<string, unknown>): AlipayTrade {
    const trade = Object.values(state.trades).find((each) => each.number === number || each.tradeNo === tradeNo);
    const found = current(trade);
    if (!found) throw businessError('TRADE_NOT_EXIST', '交易不存在');
    return found;
  }

  function query(trade: AlipayTrade): Record<string, unknown> {
    return {
      buyer_logon_id: '159****5620',
      buyer_user_id: '2088101117955611',
      out_trade_no: trade.number,
      trade_no: trade.tradeNo,
      trade_status: trade.status,
      total_amount: yuan(trade.amount),
      ...(trade.paidAt
        ? {
            send_pay_date: beijingText(trade.paidAt),
            receipt_amount: yuan(trade.amount),
            buyer_pay_amount: yuan(trade.amount),
          }
        : {}),
    };
  }

  async function close(trade: AlipayTrade): Promise<Record<string, unknown>> {
    if (trade.status !== 'WAIT_BUYER_PAY') throw businessError('TRADE_STATUS_ERROR', '交易状态不合法');
    trade.status = 'TRADE_CLOSED';
    context.changed();
    void notify(trade, { gmt_close: beijingText(clocks.now()) });
    return { out_trade_no: trade.number, trade_no: trade.tradeNo };
  }

  /** The payer pays. `anyway`: even if the trade is closed, like a bank that reports late. `amount`: a wrong amount. */
  async function pay(trade: AlipayTrade, options: { anyway?: boolean; amount?: number } = {}): Promise<void> {
    const { anyway = false, amount = trade.amount } = options;
    const isPayable = trade.status === 'WAIT_BUYER_PAY' || (anyway && trade.status === 'TRADE_CLOSED' && !trade.paidAt);
    if (!isPayable) throw businessError('TRADE_STATUS_ERROR', '交易状态不合法');
    trade.status = 'TRADE_SUCCESS';
    trade.amount = amount;
    trade.paidAt = clocks.now();
    context.changed();
    await notify(trade);
  }

  return { readPage, open, find, query, close, pay };
}
export type AlipayTrades = ReturnType<typeof makeTrades>;
