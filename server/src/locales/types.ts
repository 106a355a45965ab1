import type { dictionaryValues } from '@recline/contract/dictionary';
import type { ErrorName, ErrorParams } from '@recline/contract/errors';

/** What the server says to people. Each language must say all of it, or it does not compile. */
export interface Phrases {
  success: string;
  /** The text of a login code's message. */
  smsCode: (params: { code: string; minutes: number }) => string;
  /** What a payment is for, as the payer reads it at the provider. */
  purchase: (bought: { name: string; minutes: number }) => string;
  errors: { [N in ErrorName]: N extends keyof ErrorParams ? (params: ErrorParams[N]) => string : string };
  dictionary: { [L in keyof typeof dictionaryValues]: Record<(typeof dictionaryValues)[L][number], string> };
}
