import type { Language } from '@recline/contract/languages';
import { zones as en_US } from './en_US/zones.ts';
import { zones as id_ID } from './id_ID/zones.ts';
import { zones as zh_CN } from './zh_CN/zones.ts';

/** In every language at once: few readers need it, and whoever does fetches it with its note. */
export const zonesTexts: Record<Language, typeof zh_CN> = { zh_CN, en_US, id_ID };
