import { z } from 'zod';
import type { Notice, RawNotice } from '../../port.ts';
import { headerOf } from '../shared/notice-header.ts';
import { decrypt, encrypted } from './decrypt.ts';
import type { PlatformKeys } from './platform-keys.ts';
import type { WechatSettings } from './settings.ts';
import { signedHeaders, whyForged } from './signature.ts';
import { paymentState, refund, refundState, transaction } from './states.ts';

interface NoticeDeps {
  settings: WechatSettings;
  keys: PlatformKeys;
}

const envelope = z.object({ event_type: z.string(), resource: encrypted });
const merchantOnly = z.object({ mchid: z.string(), appid: z.string().optional() });

/**
 * First the signature over the bytes as received, then everything else. WeChat sends wrong signatures on purpose
 * (`WECHATPAY/SIGNTEST/…`) to see whether they are refused.
 */
export async function readNotice({ settings, keys }: NoticeDeps, notice: RawNotice): Promise<Notice> {
  const headers = signedHeaders((name) => headerOf(notice, name));
  if (!headers) return { kind: 'forged', why: 'it is not signed' };
  const why = whyForged(headers, notice.body, await keys.keyOf(headers.serial), notice.receivedAt);
  if (why) return { kind: 'forged', why };
  try {
    const { event_type, resource } = envelope.parse(JSON.parse(notice.body.toString()));
    return judge(settings, event_type, decryptOf(settings, resource));
  } catch (error) {
    return { kind: 'forged', why: `it is signed, but cannot be read: ${(error as Error).message}` };
  }
}

function decryptOf({ apiV3Key }: WechatSettings, resource: z.output<typeof encrypted>): unknown {
  let text: string;
  try {
    text = decrypt(apiV3Key, resource);
  } catch {
    throw new Error('its content was not encrypted with WECHAT_API_V3_KEY');
  }
  return JSON.parse(text);
}

function judge({ appId, merchant }: WechatSettings, event: string, content: unknown): Notice {
  const { mchid, appid = appId } = merchantOnly.parse(content);
  if (mchid !== merchant.mchId || appid !== appId) return { kind: 'ignored', why: 'it is for another merchant or app' };
  if (event === 'TRANSACTION.SUCCESS') return { kind: 'payment', state: paymentState(transaction.parse(content)) };
  if (event.startsWith('REFUND.')) return { kind: 'refund', state: refundState(refund.parse(content)) };
  return { kind: 'ignored', why: `nothing is done about ${event}` };
}
