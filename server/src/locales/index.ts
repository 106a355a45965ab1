import type { ErrorName } from '@recline/contract/errors';
import type { Language } from '@recline/contract/languages';
import { en_US } from './en_US.ts';
import { id_ID } from './id_ID.ts';
import type { Phrases } from './types.ts';
import { zh_CN } from './zh_CN.ts';

export const phrases: Record<Language, Phrases> = { zh_CN, en_US, id_ID };

/** The error's sentence in the caller's language. */
export function errorMessage(error: { problem: ErrorName; params: unknown }, language: Language): string {
  const phrase = phrases[language].errors[error.problem];
  return typeof phrase === 'string' ? phrase : (phrase as (params: unknown) => string)(error.params);
}
