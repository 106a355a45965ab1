import type { Language } from '@recline/contract/languages';
import type { texts as coreTexts } from './zh_CN/core.ts';
import type { texts as loginTexts } from './zh_CN/login-page.ts';
import type { texts as screenTexts } from './zh_CN/screens.ts';
import type { sticker } from './zh_CN/sticker.ts';

/** Chinese defines the keys; another language with other keys does not compile. */
export type LoginTexts = typeof loginTexts;
export type StickerTexts = LoginTexts & { sticker: typeof sticker };
export type CoreTexts = LoginTexts & typeof coreTexts;
type ScreenTexts = typeof screenTexts;
/** What any component may say. A page loads the texts that it needs. */
export type Texts = CoreTexts & ScreenTexts & StickerTexts;

// A few chunks per language, so that only the texts that are needed are downloaded.
const login: Record<Language, () => Promise<{ texts: LoginTexts }>> = {
  zh_CN: () => import('./zh_CN/login-page.ts'),
  en_US: () => import('./en_US/login-page.ts'),
  id_ID: () => import('./id_ID/login-page.ts'),
};
const stickers: Record<Language, () => Promise<Pick<StickerTexts, 'sticker'>>> = {
  zh_CN: () => import('./zh_CN/sticker.ts'),
  en_US: () => import('./en_US/sticker.ts'),
  id_ID: () => import('./id_ID/sticker.ts'),
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

export const loadLoginTexts = async (language: Language): Promise<LoginTexts> => (await login[language]()).texts;
export const loadStickerTexts = async (language: Language): Promise<StickerTexts> => {
  const [{ texts }, { sticker }] = await Promise.all([login[language](), stickers[language]()]);
  return { ...texts, sticker };
};
export const loadCoreTexts = async (language: Language): Promise<CoreTexts> => {
  const [base, more] = await Promise.all([login[language](), core[language]()]);
  return { ...base.texts, ...more.texts };
};
export const loadTexts = async (language: Language): Promise<CoreTexts & ScreenTexts> => {
  const [base, more] = await Promise.all([loadCoreTexts(language), screens[language]()]);
  return { ...base, ...more.texts };
};
