import { z } from 'zod';
import type { PaymentId, PaymentState, Prepaid, PrepayRequest } from '../provider.ts';
import { Refused } from '../provider.ts';
import { beijingTime, fenOf, fromBeijingTime, yuanOf } from '../shared/beijing.ts';
import { type Gateway, type GatewayDeps, notExist, requestParams } from './api.ts';

/** A payer at the last step when the time is up may still finish. */
const marginMs = 2 * 60_000;
const maxSubject = 256;

/**
 * The page of a payment is an address that we sign: Alipay creates the payment when the payer opens the address and
 * logs in. Until then it can be neither found nor closed, so only the time limit invalidates the address.
 */
export async function prepay(deps: Pick<GatewayDeps, 'settings' | 'clock'>, request: PrepayRequest): Promise<Prepaid> {
  const content = {
    out_trade_no: request.key,
    total_amount: yuanOf(request.amount),
    subject: [...request.description.replaceAll(/[/=&]/g, ' ')].slice(0, maxSubject).join(''),
    product_code: 'QUICK_WAP_WAY',
    quit_url: request.cancelUrl,
    time_expire: beijingTime(request.until),
  };
  const addresses = { notify_url: request.noticeUrl, return_url: request.returnUrl };
  const params = requestParams(deps, 'alipay.trade.wap.pay', content, addresses);
  const url = `${deps.settings.gatewayUrl}?${new URLSearchParams(params).toString()}`;
  const until = new Date(request.until.getTime() + marginMs);
  return { way: { kind: 'redirect', url }, wayUntil: request.until, until };
}

/** An amount in yuan. */
export const yuan = z.string().transform((text, context) => {
  const fen = fenOf(text);
  if (fen === undefined) context.addIssue({ code: 'custom', message: 'is no amount' });
  return fen ?? 0;
});

const trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: yuan,
  send_pay_date: z.string().optional(),
});

/**
 * A trade that was refunded in full is closed like one that was never paid; only the time of payment distinguishes
 * them.
 */
export function paymentState(told: z.output<typeof trade>): PaymentState {
  const { out_trade_no: key, trade_no: ref, trade_status: status, total_amount: amount, send_pay_date } = told;
  const isPaid = status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED';
  const wasPaid = status === 'TRADE_CLOSED' && send_pay_date !== undefined;
  if (!isPaid && !wasPaid) return { status: status === 'TRADE_CLOSED' ? 'dead' : 'open', key, ref };
  const paidAt = send_pay_date === undefined ? undefined : fromBeijingTime(send_pay_date);
  return { status: 'paid', key, ref, amount, currency: 'CNY', ...(paidAt && { paidAt }) };
}

/** Alipay does not know a payment whose page nobody opened: it may still be paid until its time limit. */
export async function query(gateway: Gateway, { key }: PaymentId): Promise<PaymentState> {
  try {
    return paymentState(await gateway('alipay.trade.query', trade, { out_trade_no: key }));
  } catch (error) {
    if (error instanceof Refused && error.code === notExist) return { status: 'none', key };
    throw error;
  }
}

export async function close(gateway: Gateway, payment: PaymentId): Promise<PaymentState> {
  const { key } = payment;
  try {
    await gateway('alipay.trade.close', z.object({}), { out_trade_no: key });
    return { status: 'dead', key };
  } catch (error) {
    if (error instanceof Refused) return query(gateway, payment); // unknown, paid or closed before
    throw error;
  }
}
