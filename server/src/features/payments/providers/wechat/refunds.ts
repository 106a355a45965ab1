import { type RefundId, type RefundRequest, type RefundState, Refused } from '../../port.ts';
import type { WechatClient } from './client.ts';
import { notExistCodes } from './errors.ts';
import { refund as refundAnswer, refundState } from './states.ts';

const maxReason = 80;

/** The same number is the same refund for ever: it is repeated after any error. */
export async function refund(call: WechatClient, request: RefundRequest): Promise<RefundState> {
  const body = {
    out_trade_no: request.payment.key,
    out_refund_no: request.key,
    reason: [...request.reason].slice(0, maxReason).join(''),
    notify_url: request.noticeUrl,
    amount: { refund: request.amount, total: request.paid, currency: 'CNY' },
  };
  try {
    return refundState(await call({ method: 'POST', target: '/v3/refund/domestic/refunds', body }, refundAnswer));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refusedRefund(call, request, error);
  }
}

/** A refusal may concern a repetition of a refund that exists. */
async function refusedRefund(call: WechatClient, request: RefundRequest, { message }: Refused): Promise<RefundState> {
  const known = await queryRefund(call, request);
  return known.status === 'none' ? { status: 'failed', key: request.key, why: message, staff: true } : known;
}

export async function queryRefund(call: WechatClient, { key }: Pick<RefundId, 'key'>): Promise<RefundState> {
  try {
    return refundState(await call({ method: 'GET', target: `/v3/refund/domestic/refunds/${key}` }, refundAnswer));
  } catch (error) {
    if (error instanceof Refused && notExistCodes.has(error.code)) return { status: 'none', key };
    throw error;
  }
}
