import type { Language } from '@recline/contract/languages';
import type { texts as coreTexts } from './zh_CN/core.ts';
import type { texts as firstTexts } from './zh_CN/first.ts';
import type { texts as screenTexts } from './zh_CN/screens.ts';

/** Chinese defines the keys; another language with other keys does not compile. */
export type LoginTexts = typeof firstTexts;
export type CoreTexts = typeof coreTexts;
export type Texts = CoreTexts & typeof screenTexts;

// A few chunks per language, so that only the texts that are needed are downloaded.
const first: Record<Language, () => Promise<{ texts: LoginTexts }>> = {
  zh_CN: () => import('./zh_CN/first.ts'),
  en_US: () => import('./en_US/first.ts'),
  id_ID: () => import('./id_ID/first.ts'),
};
const core: Record<Language, () => Promise<{ texts: CoreTexts }>> = {
  zh_CN: () => import('./zh_CN/core.ts'),
  en_US: () => import('./en_US/core.ts'),
  id_ID: () => import('./id_ID/core.ts'),
};
const screens: Record<Language, () => Promise<{ texts: typeof screenTexts }>> = {
  zh_CN: () => import('./zh_CN/screens.ts'),
  en_US: () => import('./en_US/screens.ts'),
  id_ID: () => import('./id_ID/screens.ts'),
};

export const loadLoginTexts = async (language: Language): Promise<LoginTexts> => (await first[language]()).texts;
export const loadCoreTexts = async (language: Language): Promise<CoreTexts> => (await core[language]()).texts;
export const loadTexts = async (language: Language): Promise<Texts> => {
  const [base, more] = await Promise.all([core[language](), screens[language]()]);
  return { ...base.texts, ...more.texts };
};
