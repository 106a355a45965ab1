import { z } from 'zod';
import { headerOf, Misconfigured, type Notice, type RawNotice } from '../provider.ts';
import type { PlatformKeys } from './api.ts';
import { paymentState, transaction } from './pay.ts';
import { refundContent, refundState } from './refunds.ts';
import type { WechatSettings } from './settings.ts';
import { decrypt, encrypted, signedHeaders, whyForged } from './signing.ts';

interface NoticeDeps {
  settings: WechatSettings;
  keys: PlatformKeys;
}

/** The prefix of wrong signatures that WeChat sends to test whether they are refused. */
const probe = 'WECHATPAY/SIGNTEST/';

const envelope = z.object({ event_type: z.string(), resource: encrypted });
const merchantOnly = z.object({ mchid: z.string(), appid: z.string().optional() });

/**
 * First the signature over the bytes as received, then everything else. The number (`out_trade_no`) is set by the
 * signer of the prepay request with the merchant's key; a payer cannot write it.
 */
export async function readNotice({ settings, keys }: NoticeDeps, notice: RawNotice): Promise<Notice> {
  const headers = signedHeaders((name) => headerOf(notice, name));
  if (!headers) return { kind: 'forged', why: 'it is not signed' };
  const why = whyForged(headers, notice.body, await keys.keyOf(headers.serial), notice.receivedAt);
  if (why) return { kind: 'forged', why, isProbe: headers.signature.startsWith(probe) };
  const parsed = envelope.safeParse(JSON.parse(notice.body.toString()));
  if (!parsed.success) return { kind: 'ignored', why: `not one of ours: ${z.prettifyError(parsed.error)}` };
  const { event_type, resource } = parsed.data;
  return meaningOf(settings, event_type, decryptOf(settings, resource));
}

/** Throws `Misconfigured`: the notice is stored, and judged again until the setting is right. */
function decryptOf({ apiV3Key }: WechatSettings, resource: z.output<typeof encrypted>): unknown {
  try {
    return JSON.parse(decrypt(apiV3Key, resource));
  } catch {
    throw new Misconfigured('the content of a notice was not encrypted with WECHAT_API_V3_KEY');
  }
}

/** A merchant may sell other things, in other products and currencies: notices that we cannot parse are not ours. */
function meaningOf(settings: WechatSettings, event: string, content: unknown): Notice {
  try {
    return eventNotice(settings, event, content);
  } catch (error) {
    return { kind: 'ignored', why: `not one of ours: ${(error as Error).message}` };
  }
}

function eventNotice({ appId, merchant }: WechatSettings, event: string, content: unknown): Notice {
  const { mchid, appid = appId } = merchantOnly.parse(content);
  if (mchid !== merchant.mchId || appid !== appId) return { kind: 'ignored', why: 'it is for another merchant or app' };
  if (event === 'TRANSACTION.SUCCESS') return { kind: 'payment', state: paymentState(transaction.parse(content)) };
  if (event.startsWith('REFUND.')) return { kind: 'refund', state: refundState(refundContent.parse(content)) };
  return { kind: 'ignored', why: `nothing is done about ${event}` };
}
