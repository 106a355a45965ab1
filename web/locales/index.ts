import type { Language } from '@recline/contract/languages';
import type { chairPage, findChair } from './zh_CN/chair-page.ts';
import type { texts as coreTexts } from './zh_CN/core.ts';
import type { failedPage } from './zh_CN/failed-page.ts';
import type { texts as loginTexts } from './zh_CN/login-page.ts';
import type { texts as screenTexts } from './zh_CN/screens.ts';

/** Chinese defines the keys; another language with other keys does not compile. Each document loads one of these. */
export type LoginTexts = typeof loginTexts;
/** What the parts of every document say. */
export type CommonTexts = Pick<LoginTexts, 'common'>;
/** What both pages say that find a chair by its code or number. */
export type FindChairTexts = LoginTexts & { findChair: typeof findChair };
export type ChairPageTexts = FindChairTexts & { chairPage: typeof chairPage };
export type CoreTexts = LoginTexts & typeof coreTexts;
type ScreenTexts = typeof screenTexts;
export type FailedPageTexts = LoginTexts & { failedPage: typeof failedPage };
export type AppTexts = CoreTexts & ScreenTexts & FindChairTexts;

// A few chunks per language, so that only the texts that are needed are downloaded.
const login: Record<Language, () => Promise<{ texts: LoginTexts }>> = {
  zh_CN: () => import('./zh_CN/login-page.ts'),
  en_US: () => import('./en_US/login-page.ts'),
  id_ID: () => import('./id_ID/login-page.ts'),
};
const chairPages: Record<Language, () => Promise<Pick<ChairPageTexts, 'chairPage' | 'findChair'>>> = {
  zh_CN: () => import('./zh_CN/chair-page.ts'),
  en_US: () => import('./en_US/chair-page.ts'),
  id_ID: () => import('./id_ID/chair-page.ts'),
};
const core: Record<Language, () => Promise<{ texts: typeof coreTexts }>> = {
  zh_CN: () => import('./zh_CN/core.ts'),
  en_US: () => import('./en_US/core.ts'),
  id_ID: () => import('./id_ID/core.ts'),
};
const screens: Record<Language, () => Promise<{ texts: ScreenTexts }>> = {
  zh_CN: () => import('./zh_CN/screens.ts'),
  en_US: () => import('./en_US/screens.ts'),
  id_ID: () => import('./id_ID/screens.ts'),
};
/** For the build alone, which renders it: no script carries these. */
const failedPages: Record<Language, () => Promise<Pick<FailedPageTexts, 'failedPage'>>> = {
  zh_CN: () => import('./zh_CN/failed-page.ts'),
  en_US: () => import('./en_US/failed-page.ts'),
  id_ID: () => import('./id_ID/failed-page.ts'),
};

export const loadLoginTexts = async (language: Language): Promise<LoginTexts> => (await login[language]()).texts;
export const loadChairPageTexts = async (language: Language): Promise<ChairPageTexts> => {
  const [{ texts }, { chairPage, findChair }] = await Promise.all([login[language](), chairPages[language]()]);
  return { ...texts, chairPage, findChair };
};
export const loadFailedPageTexts = async (language: Language): Promise<FailedPageTexts> => {
  const [{ texts }, { failedPage }] = await Promise.all([login[language](), failedPages[language]()]);
  return { ...texts, failedPage };
};
export const loadCoreTexts = async (language: Language): Promise<CoreTexts> => {
  const [base, more] = await Promise.all([login[language](), core[language]()]);
  return { ...base.texts, ...more.texts };
};
export const loadTexts = async (language: Language): Promise<AppTexts> => {
  const [base, more, { findChair }] = await Promise.all([
    loadCoreTexts(language),
    screens[language](),
    chairPages[language](),
  ]);
  return { ...base, ...more.texts, findChair };
};
