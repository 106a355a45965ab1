import { createPublicKey, verify } from 'node:crypto';
import { yuan } from '../core/bills.ts';
import { cashierPage, type Outcome, outcomePage } from '../core/cashier.ts';
import type { Context } from '../core/context.ts';
import { type Answer, type Call, json, redirect } from '../core/http.ts';
import { h5LifeMs, prepayLifeMs, type WechatPayments } from './payments.ts';
import type { WechatPayment, WechatState } from './state.ts';

const brand = { brand: '微信支付 WeChat Pay', colour: '#067c3d' };
export const h5Path = '/cgi-bin/mmpayweb-bin/checkmweb';
const bridgePath = '/wechat/bridge';

/** The parameters that the page passes to WeChat's bridge. */
export interface BridgeParams {
  appId: string;
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: string;
  paySign: string;
}

/** Where the payer pays: the page behind `h5_url`, and a stand-in for the bridge inside WeChat. */
export function makeCashier(context: Context, state: WechatState, payments: WechatPayments) {
  const { clocks, keys, rules } = context;
  const byPrepayId = (id: string | null | undefined) =>
    Object.values(state.payments).find(({ prepayId }) => prepayId === id);

  function h5({ method, ...call }: Call): Answer | Promise<Answer> {
    const whole = { method, ...call };
    const payment = byPrepayId(call.url.searchParams.get('prepay_id'));
    const outcome = payment ? obstacle(payment, whole) : 'refused';
    if (!payment || outcome) return outcomePage(whole, { ...brand, outcome: outcome ?? 'refused' });
    const backTo = call.url.searchParams.get('redirect_url');
    if (method === 'POST') return decide(payment, whole, backTo);
    return cashierPage(whole, {
      ...brand,
      amount: `¥${yuan(payment.total)}`,
      description: payment.description,
      action: call.target,
    });
  }

  function obstacle(payment: WechatPayment, call: Call): Outcome | undefined {
    // The page checks where it was opened from; the button on it is its own.
    if (call.method === 'GET' && !isFromShop(call.headers.referer)) return 'refused';
    if (payment.type !== 'MWEB') return 'refused';
    if (payment.state === 'CLOSED') return 'closed';
    if (payment.state !== 'NOTPAY') return 'paid';
    const now = clocks.now();
    return now >= payment.expiresAt || now - payment.prepaidAt > h5LifeMs ? 'expired' : undefined;
  }

  function isFromShop(referer: string | undefined): boolean {
    if (!referer || !URL.canParse(referer)) return false;
    return rules.h5Origins === undefined || rules.h5Origins.includes(new URL(referer).origin);
  }

  /** The browser returns without a result, whether or not the order was paid. */
  async function decide(payment: WechatPayment, call: Call, backTo: string | null): Promise<Answer> {
    if (new URLSearchParams(call.body.toString()).get('decision') === 'pay') void payments.pay(payment);
    return backTo
      ? redirect(backTo)
      : outcomePage(call, { ...brand, outcome: payment.state === 'NOTPAY' ? 'closed' : 'paid' });
  }

  /** Pays as WeChat's own app would; the answer is what the bridge tells the page. */
  async function bridge(params: BridgeParams): Promise<string> {
    const payment = byPrepayId(/^prepay_id=(.+)$/.exec(params.package ?? '')?.[1]);
    if (!payment || !isSigned(params)) return 'get_brand_wcpay_request:fail';
    const tooOld = clocks.now() - payment.prepaidAt > prepayLifeMs || clocks.now() >= payment.expiresAt;
    if (payment.type !== 'JSAPI' || payment.state !== 'NOTPAY' || tooOld) return 'get_brand_wcpay_request:fail';
    void payments.pay(payment);
    return 'get_brand_wcpay_request:ok';
  }

  function isSigned({ appId, timeStamp, nonceStr, package: prepay, signType, paySign }: BridgeParams): boolean {
    if (appId !== keys.wechat.appId || signType !== 'RSA') return false;
    const message = Buffer.from(`${appId}\n${timeStamp}\n${nonceStr}\n${prepay}\n`);
    return verify(
      'RSA-SHA256',
      message,
      createPublicKey(keys.wechat.merchantKey),
      Buffer.from(paySign ?? '', 'base64'),
    );
  }

  async function handle(call: Call): Promise<Answer | undefined> {
    if (call.url.pathname === h5Path) return h5(call);
    if (call.url.pathname !== bridgePath) return undefined;
    if (call.method === 'OPTIONS') return { status: 204, headers: cors };
    return json(200, { err_msg: await bridge(JSON.parse(call.body.toString()) as BridgeParams) }, cors);
  }

  return { handle, bridge, byPrepayId };
}

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };
