import { z } from 'zod';
import { type RefundId, type RefundRequest, type RefundState, Refused } from '../provider.ts';
import { yuanOf } from '../shared/beijing.ts';
import { type Gateway, notExist } from './api.ts';
import { yuan } from './pay.ts';

const maxReason = 256;

const refundAnswer = z.object({ fund_change: z.string().optional(), trade_no: z.string().optional() });

/** A request number always means the same refund. Only `fund_change` or a query proves success. */
export async function refund(gateway: Gateway, request: RefundRequest): Promise<RefundState> {
  const { key, amount, payment } = request;
  const content = {
    out_trade_no: payment.key,
    out_request_no: key,
    refund_amount: yuanOf(amount),
    refund_reason: [...request.reason].slice(0, maxReason).join(''),
  };
  try {
    const { fund_change } = await gateway('alipay.trade.refund', refundAnswer, content);
    if (fund_change === 'Y') return { status: 'done', key, amount };
    const known = await queryRefund(gateway, request);
    return known.status === 'none' ? { status: 'pending', key } : known;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refusedRefund(gateway, request, error);
  }
}

/** Alipay may refuse a repeated request for a refund that it has already made. */
async function refusedRefund(gateway: Gateway, request: RefundRequest, { message }: Refused): Promise<RefundState> {
  const known = await queryRefund(gateway, request);
  return known.status === 'none' ? { status: 'failed', key: request.key, why: message, staff: true } : known;
}

const refundQueryAnswer = z.object({ refund_status: z.string().optional(), refund_amount: yuan.optional() });

/**
 * Without a status there is no such refund. States other than success are not documented; we wait until they change.
 */
export async function queryRefund(gateway: Gateway, { payment, key }: RefundId): Promise<RefundState> {
  const content = { out_trade_no: payment.key, out_request_no: key };
  try {
    const found = await gateway('alipay.trade.fastpay.refund.query', refundQueryAnswer, content);
    if (!found.refund_status) return { status: 'none', key };
    const status = found.refund_status === 'REFUND_SUCCESS' ? 'done' : 'pending';
    return { status, key, ...(found.refund_amount !== undefined && { amount: found.refund_amount }) };
  } catch (error) {
    if (error instanceof Refused && error.code === notExist) return { status: 'none', key };
    throw error;
  }
}
