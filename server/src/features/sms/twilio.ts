import { limits } from '@recline/contract/limits';
import { z } from 'zod';
import { phrases } from '../../locales/index.ts';
import type { PostSms } from './http.ts';
import type { TwilioSettings } from './settings.ts';
import { NotSent, type SmsMessage, type SmsProvider } from './sms.port.ts';

const answer = z.object({ code: z.number().optional(), sid: z.string().optional() });
/** A sender is a number or a name; `MG…` is a messaging service, which chooses a sender. */
const senderField = (from: string) => (from.startsWith('MG') ? 'MessagingServiceSid' : 'From');

/** Twilio Messages: we send the whole text. */
export function makeTwilio({ sid, token, from, url }: TwilioSettings, { post }: { post: PostSms }): SmsProvider {
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;

  async function send({ mobile, code, language }: SmsMessage): Promise<void> {
    const text = phrases[language].smsCode({ code, minutes: limits.smsCodeMinutes });
    const body = new URLSearchParams({ To: mobile, [senderField(from)]: from, Body: text });
    const { status, body: answered } = await post(`${url}/2010-04-01/Accounts/${sid}/Messages.json`, {
      headers: { authorization },
      body,
    });
    const { data } = answer.safeParse(answered);
    if (status === 201 && data?.sid) return;
    // Twilio refuses with 4xx before it queues anything; 429 asks to slow down.
    if (status >= 400 && status < 500) throw new NotSent(String(data?.code ?? status), { retry: status === 429 });
    throw new Error(`Twilio answered ${status}`);
  }

  return { name: 'twilio', reaches: () => true, send };
}
