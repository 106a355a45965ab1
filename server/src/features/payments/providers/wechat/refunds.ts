import { z } from 'zod';
import { type RefundId, type RefundRequest, type RefundState, Refused } from '../provider.ts';
import { notExistCodes, type WechatClient } from './api.ts';

const maxReason = 80;

/** A number always means the same refund, so it is repeated after any error. */
export async function refund(call: WechatClient, request: RefundRequest): Promise<RefundState> {
  const body = {
    out_trade_no: request.payment.key,
    out_refund_no: request.key,
    reason: [...request.reason].slice(0, maxReason).join(''),
    notify_url: request.noticeUrl,
    amount: { refund: request.amount, total: request.paid, currency: 'CNY' },
  };
  try {
    return refundState(await call({ method: 'POST', target: '/v3/refund/domestic/refunds', body }, refundContent));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refusedRefund(call, request, error);
  }
}

/** The refusal may be about a repeat of an existing refund. */
async function refusedRefund(call: WechatClient, request: RefundRequest, { message }: Refused): Promise<RefundState> {
  const known = await queryRefund(call, request);
  return known.status === 'none' ? { status: 'failed', key: request.key, why: message, staff: true } : known;
}

export async function queryRefund(call: WechatClient, { key }: Pick<RefundId, 'key'>): Promise<RefundState> {
  try {
    return refundState(await call({ method: 'GET', target: `/v3/refund/domestic/refunds/${key}` }, refundContent));
  } catch (error) {
    if (error instanceof Refused && notExistCodes.has(error.code)) return { status: 'none', key };
    throw error;
  }
}

/** An answer to a call has `status`, a notice `refund_status`. */
export const refundContent = z
  .object({
    out_refund_no: z.string(),
    refund_id: z.string().optional(),
    status: z.string().optional(),
    refund_status: z.string().optional(),
    amount: z.object({ refund: z.int() }).optional(),
  })
  .transform(({ status, refund_status, ...rest }) => ({ ...rest, status: status ?? refund_status ?? '' }));

const refundStates: Record<string, Pick<RefundState, 'status' | 'why' | 'staff'>> = {
  SUCCESS: { status: 'done' },
  PROCESSING: { status: 'pending' },
  CLOSED: { status: 'failed', staff: true, why: 'WeChat closed the refund' },
  ABNORMAL: {
    status: 'failed',
    staff: true,
    why: "the payer's account takes no money: complete the refund at pay.weixin.qq.com (退款异常)",
  },
};

export function refundState(told: z.output<typeof refundContent>): RefundState {
  const state = refundStates[told.status];
  if (!state) throw new Error(`an unknown state of a refund: ${told.status}`);
  const { out_refund_no: key, refund_id: ref, amount } = told;
  return { ...state, key, ...(ref && { ref }), ...(amount && { amount: amount.refund }) };
}
