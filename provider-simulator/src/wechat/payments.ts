import { beijingIso } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { type Answer, type Call, json } from '../core/http.ts';
import { digits, hex } from '../core/random.ts';
import { invalidRequest, parameterError, WechatError } from './errors.ts';
import { h5Request, jsapiRequest, parseBody } from './fields.ts';
import { canonical, type WechatPayment, type WechatState } from './state.ts';

const minute = 60_000;
const day = 86_400_000;
export const prepayLifeMs = 120 * minute;
export const h5LifeMs = 5 * minute;
const defaultLifeMs = 7 * day;
const maxLifeMs = 90 * day;

export function makePayments(context: Context, state: WechatState, notify: (payment: WechatPayment) => Promise<void>) {
  const { clocks, keys, rules } = context;

  function prepay(type: WechatPayment['type'], call: Call): WechatPayment {
    const schema = type === 'JSAPI' ? jsapiRequest(context) : h5Request(context);
    const { fields, given } = parseBody(schema, call.body);
    const openid = fields.payer?.openid;
    if (openid) checkPayer(openid);
    const request = canonical({ type, given });
    const known = state.payments[fields.out_trade_no];
    if (known) return repeated(known, request);
    const payment: WechatPayment = {
      number: fields.out_trade_no,
      type,
      request,
      description: fields.description,
      total: fields.amount.total,
      attach: fields.attach,
      notifyUrl: fields.notify_url,
      openid,
      createdAt: clocks.now(),
      expiresAt: expiry(fields.time_expire),
      ...freshPrepay(),
      state: 'NOTPAY',
    };
    state.payments[payment.number] = payment;
    context.changed();
    return payment;
  }

  const freshPrepay = () => ({ prepayId: `wx${digits(14)}${hex(10)}`, prepaidAt: clocks.now() });

  function checkPayer(openid: string): void {
    const user = state.users[openid];
    if (user?.fake || (!user && rules.knownPayers)) throw parameterError('无效的openid');
  }

  /** At least a minute, at most 90 days. */
  function expiry(text: string | undefined): number {
    const now = clocks.now();
    if (text === undefined) return now + defaultLifeMs;
    const at = Date.parse(text);
    if (Number.isNaN(at) || at <= now || at > now + maxLifeMs)
      throw parameterError('time_expire时间过短或过长，请检查');
    return Math.max(at, now + minute);
  }

  /** A repeated request gets a new link; another request with the same number is refused. */
  function repeated(payment: WechatPayment, request: string): WechatPayment {
    if (payment.request !== request) throw new WechatError(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
    if (payment.state === 'CLOSED') throw new WechatError(400, 'ORDER_CLOSED', '该订单已关闭');
    if (payment.state !== 'NOTPAY') throw new WechatError(400, 'ORDERPAID', '该订单已支付');
    Object.assign(payment, freshPrepay());
    return payment;
  }

  function find(number: string): WechatPayment {
    const payment = state.payments[number];
    if (!payment) throw new WechatError(404, 'ORDER_NOT_EXIST', '订单不存在');
    return payment;
  }

  function byTransaction(id: string): WechatPayment {
    const payment = Object.values(state.payments).find(({ transactionId }) => transactionId === id);
    if (!payment) throw new WechatError(404, 'ORDER_NOT_EXIST', '订单不存在');
    return payment;
  }

  function query(payment: WechatPayment, call: Call): Answer {
    if (call.url.searchParams.get('mchid') !== keys.wechat.mchId) throw parameterError('mchid与签名的商户号不一致');
    return json(200, transaction(payment));
  }

  function close(payment: WechatPayment, call: Call): Answer {
    const { mchid } = JSON.parse(call.body.toString() || '{}') as { mchid?: string };
    if (mchid !== keys.wechat.mchId) throw parameterError('mchid与签名的商户号不一致');
    if (payment.state === 'CLOSED') throw new WechatError(400, 'ORDER_CLOSED', '该订单已关闭');
    if (payment.state !== 'NOTPAY') throw new WechatError(400, 'ORDERPAID', '该订单已支付');
    payment.state = 'CLOSED';
    context.changed();
    return { status: 204 };
  }

  /**
   * The payer pays. `anyway`: even if it is closed or expired, like a bank that reports late. `amount`: a wrong amount.
   */
  async function pay(payment: WechatPayment, options: { anyway?: boolean; amount?: number } = {}): Promise<void> {
    const { anyway = false, amount = payment.total } = options;
    if (payment.state !== 'NOTPAY' && !(anyway && payment.state === 'CLOSED')) throw invalidRequest('订单不可支付');
    if (!anyway && clocks.now() >= payment.expiresAt) throw invalidRequest('订单已过期');
    payment.state = 'SUCCESS';
    payment.total = amount;
    payment.transactionId = `42${digits(26)}`;
    payment.paidAt = clocks.now();
    context.changed();
    await notify(payment);
  }

  /** A transaction as queries and notices show it. */
  function transaction(payment: WechatPayment): Record<string, unknown> {
    const isPaid = payment.transactionId !== undefined;
    return {
      appid: keys.wechat.appId,
      mchid: keys.wechat.mchId,
      out_trade_no: payment.number,
      attach: payment.attach ?? '',
      trade_state: payment.state,
      trade_state_desc: descriptions[payment.state],
      amount: {
        total: payment.total,
        currency: 'CNY',
        ...(isPaid ? { payer_total: payment.total, payer_currency: 'CNY' } : {}),
      },
      ...(isPaid
        ? {
            transaction_id: payment.transactionId,
            trade_type: payment.type,
            bank_type: 'OTHERS',
            success_time: beijingIso(payment.paidAt ?? 0),
            payer: { openid: payment.openid ?? 'oPayerOfAnH5Payment' },
          }
        : {}),
    };
  }

  return { prepay, find, byTransaction, query, close, pay, transaction };
}
export type WechatPayments = ReturnType<typeof makePayments>;

const descriptions = { NOTPAY: '订单未支付', SUCCESS: '支付成功', REFUND: '转入退款', CLOSED: '订单已关闭' };
