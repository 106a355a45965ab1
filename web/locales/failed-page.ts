import type { Language } from '@recline/contract/languages';
import { failedPage as en_US } from './en_US/failed-page.ts';
import { failedPage as id_ID } from './id_ID/failed-page.ts';
import { failedPage as zh_CN } from './zh_CN/failed-page.ts';

/** For the build alone. */
export const failedPageTexts: Record<Language, typeof zh_CN> = { zh_CN, en_US, id_ID };
