import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import {
  AlreadyPaid,
  type PaymentId,
  type PaymentState,
  type Prepaid,
  type PrepayRequest,
  Refused,
  Retry,
} from '../provider.ts';
import { beijingRfc3339 } from '../shared/beijing.ts';
import { notExistCodes, paidCode, type WechatClient } from './api.ts';
import type { WechatSettings } from './settings.ts';
import { bridgeParams } from './signing.ts';

/** The shortest time limit: WeChat extends a shorter one to a minute. */
const shortestMs = 60_000;
/** The address of an H5 payment works for five minutes; one minute is reserved for opening it. */
const h5UsableMs = 4 * 60_000;
const maxDescription = 127;

interface PayDeps {
  settings: WechatSettings;
  call: WechatClient;
  clock: Clock;
}

/** Inside WeChat its bridge opens the payment (JSAPI), elsewhere an address opens it (H5). */
export async function prepay(deps: PayDeps, request: PrepayRequest): Promise<Prepaid> {
  const earliest = new Date(deps.clock().getTime() + shortestMs);
  const until = request.until > earliest ? request.until : earliest;
  const way = request.payer.browser === 'wechat' ? prepayJsapi : prepayH5;
  try {
    return { until, ...(await way(deps, request)) };
  } catch (error) {
    throw error instanceof Refused && error.code === paidCode ? new AlreadyPaid() : error;
  }
}

/** The same request must have the same bytes: WeChat refuses a known number with other parameters. */
function orderOf({ settings }: PayDeps, request: PrepayRequest) {
  return {
    appid: settings.appId,
    mchid: settings.merchant.mchId,
    description: [...request.description].slice(0, maxDescription).join(''),
    out_trade_no: request.key,
    time_expire: beijingRfc3339(request.until),
    notify_url: request.noticeUrl,
    amount: { total: request.amount, currency: 'CNY' },
  };
}

async function prepayJsapi(deps: PayDeps, request: PrepayRequest): Promise<Pick<Prepaid, 'way' | 'wayUntil'>> {
  const { settings, call, clock } = deps;
  const openid = request.payer.walletUser;
  if (!openid) throw new Refused('NO_OPENID', 'a payment inside WeChat needs the openid of its payer');
  const body = { ...orderOf(deps, request), payer: { openid } };
  const target = '/v3/pay/transactions/jsapi';
  const { prepay_id } = await call({ method: 'POST', target, body }, z.object({ prepay_id: z.string().min(1) }));
  const now = clock();
  const params = bridgeParams(settings.appId, settings.merchant.key, prepay_id, now);
  return { way: { kind: 'wechat', params }, wayUntil: now }; // signed afresh every time
}

async function prepayH5(deps: PayDeps, request: PrepayRequest): Promise<Pick<Prepaid, 'way' | 'wayUntil'>> {
  const scene_info = { payer_client_ip: request.payer.ip, h5_info: { type: 'Wap' } };
  const body = { ...orderOf(deps, request), scene_info };
  const target = '/v3/pay/transactions/h5';
  const { h5_url } = await deps.call({ method: 'POST', target, body }, z.object({ h5_url: z.url() }));
  const url = `${h5_url}&redirect_url=${encodeURIComponent(request.returnUrl)}`;
  return { way: { kind: 'redirect', url }, wayUntil: new Date(deps.clock().getTime() + h5UsableMs) };
}

// Its state -------------------------------------------------------------------------

export const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.string(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.int(), currency: z.string().default('CNY') }).optional(),
});
type Transaction = z.output<typeof transaction>;

/** `REFUND` is paid too, and refunded in part or in full. */
const paidStates = new Set(['SUCCESS', 'REFUND']);
const deadStates = new Set(['CLOSED', 'REVOKED', 'PAYERROR']);

/** `NOTPAY` stays so after the time limit, until somebody closes the payment. */
export function paymentState(told: Transaction): PaymentState {
  const { out_trade_no: key, transaction_id: ref, trade_state, amount, success_time } = told;
  if (deadStates.has(trade_state)) return { status: 'dead', key };
  if (!paidStates.has(trade_state)) return { status: 'open', key };
  if (!ref || !amount || amount.currency !== 'CNY') throw new Error('a paid transaction without its number or amount');
  const paidAt = success_time === undefined ? {} : { paidAt: new Date(success_time) };
  // The whole amount; the payer paid less if WeChat granted a coupon.
  return { status: 'paid', key, ref, amount: amount.total, currency: 'CNY', ...paidAt };
}

const pathOf = (key: string): string => `/v3/pay/transactions/out-trade-no/${key}`;

export async function query({ settings, call }: Omit<PayDeps, 'clock'>, { key }: PaymentId): Promise<PaymentState> {
  const { appId, merchant } = settings;
  try {
    const found = await call({ method: 'GET', target: `${pathOf(key)}?mchid=${merchant.mchId}` }, transaction);
    const isOurs = found.mchid === merchant.mchId && found.appid === appId && found.out_trade_no === key;
    if (!isOurs) throw new Retry('WeChat answered with another payment than the one asked for');
    return paymentState(found);
  } catch (error) {
    if (error instanceof Refused && notExistCodes.has(error.code)) return { status: 'none', key };
    throw error;
  }
}

/** A payment that can no longer be closed was paid or closed meanwhile; the query tells which. */
export async function close(deps: Omit<PayDeps, 'clock'>, payment: PaymentId): Promise<PaymentState> {
  const body = { mchid: deps.settings.merchant.mchId };
  try {
    await deps.call({ method: 'POST', target: `${pathOf(payment.key)}/close`, body }, z.undefined());
    return { status: 'dead', key: payment.key };
  } catch (error) {
    if (error instanceof Refused) return query(deps, payment);
    throw error;
  }
}
