import type { Language } from '@recline/contract/languages';
import type { texts as firstTexts } from './zh_CN/first.ts';
import type { texts as allTexts } from './zh_CN/index.ts';

/** Chinese defines the keys; the other languages must have the same ones or do not compile. */
export type Texts = typeof allTexts;
export type LoginTexts = typeof firstTexts;

// One chunk a language: only the chosen one is downloaded.
const all: Record<Language, () => Promise<{ texts: Texts }>> = {
  zh_CN: () => import('./zh_CN/index.ts'),
  en_US: () => import('./en_US/index.ts'),
  id_ID: () => import('./id_ID/index.ts'),
};
const first: Record<Language, () => Promise<{ texts: LoginTexts }>> = {
  zh_CN: () => import('./zh_CN/first.ts'),
  en_US: () => import('./en_US/first.ts'),
  id_ID: () => import('./id_ID/first.ts'),
};

export const loadTexts = async (language: Language): Promise<Texts> => (await all[language]()).texts;
export const loadLoginTexts = async (language: Language): Promise<LoginTexts> => (await first[language]()).texts;
