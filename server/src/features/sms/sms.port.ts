import type { Language } from '@recline/contract/languages';

/** A login code for a number in E.164. */
export interface SmsMessage {
  mobile: string;
  code: string;
  language: Language;
}

/** `unknown`: the provider did not answer in time, so the message may be on its way. It must not be sent again. */
export type SmsOutcome = 'sent' | 'not sent' | 'unknown';

export type SendSms = (message: SmsMessage) => Promise<SmsOutcome>;
