import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import { AlreadyPaid, type Prepaid, type PrepayRequest, Refused } from '../../port.ts';
import { beijingRfc3339 } from '../shared/beijing-time.ts';
import type { WechatClient } from './client.ts';
import { paidCode } from './errors.ts';
import type { WechatSettings } from './settings.ts';
import { bridgeParams } from './signature.ts';

/** The shortest time limit: WeChat extends a shorter one to a minute. */
const shortestMs = 60_000;
/** The address of an H5 payment works for five minutes; a minute of them is left for the way there. */
const h5UsableMs = 4 * 60_000;
const maxDescription = 127;

interface PrepayDeps {
  settings: WechatSettings;
  call: WechatClient;
  clock: Clock;
}

/** Inside WeChat its bridge opens the payment (JSAPI), elsewhere an address does (H5). */
export async function prepay(deps: PrepayDeps, request: PrepayRequest): Promise<Prepaid> {
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
function orderOf({ settings }: PrepayDeps, request: PrepayRequest) {
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

async function prepayJsapi(deps: PrepayDeps, request: PrepayRequest): Promise<Pick<Prepaid, 'way' | 'wayUntil'>> {
  const { settings, call, clock } = deps;
  const openid = request.payer.wechatOpenid;
  if (!openid) throw new Refused('NO_OPENID', 'a payment inside WeChat needs the openid of its payer');
  const body = { ...orderOf(deps, request), payer: { openid } };
  const target = '/v3/pay/transactions/jsapi';
  const { prepay_id } = await call({ method: 'POST', target, body }, z.object({ prepay_id: z.string().min(1) }));
  const now = clock();
  const params = bridgeParams(settings.appId, settings.merchant.key, prepay_id, now);
  return { way: { kind: 'wechat', params }, wayUntil: now }; // signed afresh every time
}

async function prepayH5(deps: PrepayDeps, request: PrepayRequest): Promise<Pick<Prepaid, 'way' | 'wayUntil'>> {
  const scene_info = { payer_client_ip: request.payer.ip, h5_info: { type: 'Wap' } };
  const body = { ...orderOf(deps, request), scene_info };
  const target = '/v3/pay/transactions/h5';
  const { h5_url } = await deps.call({ method: 'POST', target, body }, z.object({ h5_url: z.url() }));
  const url = `${h5_url}&redirect_url=${encodeURIComponent(request.returnUrl)}`;
  return { way: { kind: 'redirect', url }, wayUntil: new Date(deps.clock().getTime() + h5UsableMs) };
}
