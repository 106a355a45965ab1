import { beijingIso } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import type { Notice } from '../core/notices.ts';
import { hex } from '../core/random.ts';
import { encrypt, type KeyRing } from './key-ring.ts';
import { flawed, signatureHeaders } from './signature.ts';
import type { WechatPayment, WechatRefund } from './state.ts';

interface Content {
  number: string;
  url: string;
  event: string;
  originalType: 'transaction' | 'refund';
  summary: string;
  plain: unknown;
}

export const paymentNotice = (
  context: Context,
  ring: KeyRing,
  { number, notifyUrl: url }: WechatPayment,
  plain: unknown,
): Notice =>
  makeNotice(context, ring, {
    number,
    url,
    event: 'TRANSACTION.SUCCESS',
    originalType: 'transaction',
    summary: '支付成功',
    plain,
  });

/** Undefined for a refund for which no notice was requested. */
export function refundNotice(
  context: Context,
  ring: KeyRing,
  { number, notifyUrl: url, status }: WechatRefund,
  plain: unknown,
): Notice | undefined {
  if (!url) return undefined;
  const event = `REFUND.${status}`;
  return makeNotice(context, ring, { number, url, event, originalType: 'refund', summary: '退款结果', plain });
}

/** An encrypted, signed notice. The same notice keeps its id however often it is sent. */
function makeNotice(context: Context, ring: KeyRing, content: Content): Notice {
  const body = JSON.stringify({
    id: `EV-${hex(16)}`,
    create_time: beijingIso(context.clocks.now()),
    resource_type: 'encrypt-resource',
    event_type: content.event,
    summary: content.summary,
    resource: {
      original_type: content.originalType,
      ...encrypt(context.keys.wechat.apiV3Key, content.originalType, JSON.stringify(content.plain)),
    },
  });
  return {
    provider: 'wechat',
    number: content.number,
    url: content.url,
    make(flaw) {
      const headers = signatureHeaders(body, flawed(ring.forNotice(), ring, flaw), context);
      if (flaw === 'signTest') headers['wechatpay-signature'] = `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}`;
      return { headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/4.0', ...headers }, body };
    },
    isTaken: (status) => status === 200 || status === 204,
  };
}
