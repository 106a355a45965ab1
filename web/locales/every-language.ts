import type { Language } from '@recline/contract/languages';
import { texts as en_US } from './en_US/every-language.ts';
import { texts as id_ID } from './id_ID/every-language.ts';
import { texts as zh_CN } from './zh_CN/every-language.ts';

/** What few readers need, or need in another language than their own: fetched with what shows it. */
export const everyLanguage: Record<Language, typeof zh_CN> = { zh_CN, en_US, id_ID };
