import { yuan } from '../core/bills.ts';
import { cashierPage, outcomePage } from '../core/cashier.ts';
import { beijingText } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { type Answer, type Call, redirect } from '../core/http.ts';
import { AlipayError, checkParams, type Params, readParams, signText, signWith } from './gateway.ts';
import type { PlatformKey } from './platform-key.ts';
import type { AlipayTrade } from './state.ts';
import type { AlipayTrades, PageRequest } from './trades.ts';

const brand = { brand: '支付宝 Alipay', colour: '#0b5cd5' };
export const cashierPath = '/alipay/cashier';
const login = { zh_CN: '仅登录，暂不支付', en_US: 'Log in, pay later', id_ID: 'Masuk saja, bayar nanti' };

/** The page behind the link of `alipay.trade.wap.pay`. */
export function makeCashier(context: Context, key: PlatformKey, trades: AlipayTrades) {
  /** The gateway checks the link and shows the page; no trade exists yet. */
  function show(call: Call, params: Params): Answer {
    try {
      checkParams(params, context);
      const request = trades.readPage(params);
      if (context.clocks.now() >= request.expiresAt)
        return outcomePage(call, { ...brand, outcome: 'expired', backTo: request.quitUrl });
      return pageFor(call, request, params);
    } catch (error) {
      if (error instanceof AlipayError)
        return outcomePage(call, { ...brand, outcome: 'refused', detail: `${error.subCode} ${error.message}` });
      throw error;
    }
  }

  const pageFor = (call: Call, { amount, subject }: PageRequest, fields: Params) =>
    cashierPage(call, {
      ...brand,
      amount: `¥${yuan(amount)}`,
      description: subject,
      action: cashierPath,
      fields,
      more: [{ decision: 'login', label: login }],
    });

  /** The form passes the signed link on, so every step is checked again. */
  async function decide(call: Call): Promise<Answer> {
    const { decision, ...params } = readParams(call);
    try {
      checkParams(params, context);
      const request = trades.readPage(params);
      if (decision === 'giveUp') return redirect(request.quitUrl);
      const trade = trades.open(request);
      if (decision === 'login') return pageFor(call, request, params);
      void trades.pay(trade);
      return request.returnUrl
        ? redirect(returnTo(request.returnUrl, trade))
        : outcomePage(call, { ...brand, outcome: 'paid' });
    } catch (error) {
      if (error instanceof AlipayError)
        return outcomePage(call, { ...brand, outcome: 'closed', detail: `${error.subCode} ${error.message}` });
      throw error;
    }
  }

  /** The return address bears a signed result, which proves nothing. */
  function returnTo(url: string, { number, tradeNo, amount }: AlipayTrade): string {
    const target = new URL(url);
    const params: Params = {
      charset: 'utf-8',
      out_trade_no: number,
      method: 'alipay.trade.wap.pay.return',
      total_amount: yuan(amount),
      trade_no: tradeNo,
      app_id: context.keys.alipay.appId,
      seller_id: context.keys.alipay.sellerId,
      version: '1.0',
      timestamp: beijingText(context.clocks.now()),
    };
    const sign = signWith(key.current(), signText(params, []));
    for (const [name, value] of Object.entries({ ...params, sign_type: 'RSA2', sign }))
      target.searchParams.set(name, value);
    return target.href;
  }

  return { show, decide };
}
