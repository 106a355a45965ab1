import { z } from 'zod';
import type { Notice, RawNotice } from '../provider.ts';
import { paymentState, yuan } from './pay.ts';
import type { AlipaySettings } from './settings.ts';
import { isGenuine } from './signing.ts';

const notice = z.object({
  notify_type: z.string().default('trade_status_sync'),
  app_id: z.string(),
  seller_id: z.string().default(''),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: yuan,
  trans_currency: z.string().default('CNY'),
  gmt_payment: z.string().optional(),
  gmt_refund: z.string().optional(),
  out_biz_no: z.string().optional(),
});
type AlipayNotice = z.output<typeof notice>;

/**
 * First the signature over the decoded values, then everything else. The number (`out_trade_no`) is set by the signer
 * with the app's key; a payer cannot write it.
 */
export async function readNotice(settings: AlipaySettings, { body }: RawNotice): Promise<Notice> {
  const pairs = [...new URLSearchParams(body.toString())];
  const params = Object.fromEntries(pairs);
  if (Object.keys(params).length !== pairs.length) return { kind: 'forged', why: 'a field is there twice' };
  if (!isGenuine(params, settings.alipayKey)) return { kind: 'forged', why: 'its signature is wrong' };
  const parsed = notice.safeParse(Object.fromEntries(pairs.filter(([, value]) => value !== '')));
  if (!parsed.success) return { kind: 'ignored', why: `it is not about a payment: ${z.prettifyError(parsed.error)}` };
  return judge(settings, parsed.data);
}

function judge({ appId, sellerId }: AlipaySettings, told: AlipayNotice): Notice {
  if (told.app_id !== appId || told.seller_id !== sellerId)
    return { kind: 'ignored', why: 'it is for another app or seller' };
  if (told.trans_currency !== 'CNY') return { kind: 'ignored', why: `its currency is ${told.trans_currency}` };
  if (told.notify_type !== 'trade_status_sync') return { kind: 'ignored', why: `its type is ${told.notify_type}` };
  // A refund is announced by another notice about the paid trade, or about its closing when nothing is left.
  if (told.gmt_refund !== undefined) return refundOf(told);
  const { gmt_payment: send_pay_date, ...trade } = told;
  return { kind: 'payment', state: paymentState({ ...trade, send_pay_date }) };
}

/** `refund_fee` is the sum of all refunds so far, and therefore not this one's amount. */
function refundOf({ out_biz_no: key }: AlipayNotice): Notice {
  if (!key) return { kind: 'ignored', why: 'a refund without our number; the query and the bill tell of it' };
  return { kind: 'refund', state: { status: 'done', key } };
}
