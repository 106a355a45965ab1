import { z } from 'zod';
import type { PaymentState, RefundState } from '../../port.ts';

/** What WeChat says of payments and refunds, in our terms. Amounts are fen. */

export const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.string(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.int(), currency: z.string().default('CNY') }).optional(),
});
export type Transaction = z.output<typeof transaction>;

/** `REFUND` is paid too, and something of it went back. */
const paidStates = new Set(['SUCCESS', 'REFUND']);
const deadStates = new Set(['CLOSED', 'REVOKED', 'PAYERROR']);

/** `NOTPAY` stays so after the time limit, until somebody closes the payment. */
export function paymentState(told: Transaction): PaymentState {
  const { out_trade_no: key, transaction_id: ref, trade_state, amount, success_time } = told;
  if (deadStates.has(trade_state)) return { status: 'dead', key };
  if (!paidStates.has(trade_state)) return { status: 'open', key };
  if (!ref || !amount || amount.currency !== 'CNY') throw new Error('a paid transaction without its number or amount');
  const paidAt = success_time === undefined ? {} : { paidAt: new Date(success_time) };
  // The whole amount: what the payer paid is less where WeChat gave a coupon.
  return { status: 'paid', key, ref, amount: amount.total, currency: 'CNY', ...paidAt };
}

/** An answer to a call has `status`, a notice `refund_status`. */
export const refund = z
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

export function refundState(told: z.output<typeof refund>): RefundState {
  const state = refundStates[told.status];
  if (!state) throw new Error(`an unknown state of a refund: ${told.status}`);
  const { out_refund_no: key, refund_id: ref, amount } = told;
  return { ...state, key, ...(ref && { ref }), ...(amount && { amount: amount.refund }) };
}
