import type { Language } from '@recline/contract/languages';

/** A login code for a number in E.164. */
export interface SmsMessage {
  mobile: string;
  code: string;
  language: Language;
}

/** `unknown`: the provider did not answer in time, so the message may be on its way. It must not be sent again. */
export const smsOutcomes = ['sent', 'not sent', 'unknown'] as const;
export type SmsOutcome = (typeof smsOutcomes)[number];

export type SendSms = (message: SmsMessage) => Promise<SmsOutcome>;

/** A company that sends messages. */
export interface SmsProvider {
  name: string;
  /** Whether it reaches this number at all. */
  reaches(mobile: string): boolean;
  /** Resolves when the provider has accepted the message. Rejects with `NotSent` if it certainly has not. */
  send(message: SmsMessage): Promise<void>;
}

/**
 * Nothing was sent. `retry`: the same request may succeed (a lost connection, an overloaded provider). Otherwise only
 * another provider can help.
 */
export class NotSent extends Error {
  readonly retry: boolean;

  constructor(reason: string, options: { retry: boolean; cause?: unknown }) {
    super(reason, { cause: options.cause });
    this.retry = options.retry;
  }
}
