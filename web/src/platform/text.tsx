import type { Language } from '@recline/contract/languages';
import { createContext, useContext } from 'react';
import type { Texts } from '../../locales/index.ts';
import { type Format, makeFormat } from './format.ts';
import { relativeTime } from './relative-time.ts';

export interface LanguageState {
  language: Language;
  texts: Texts;
  /** Loads the texts of the language, then switches the app to it. */
  choose(language: Language): Promise<void>;
}

export const LanguageContext = createContext<LanguageState | null>(null);

export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext);
  if (!state) throw new Error('useLanguage needs a LanguageProvider above it');
  return state;
}

/** The texts of the chosen language: `t.home.title`. Write the whole path: a test looks for it. */
export const useText = (): Texts => useLanguage().texts;

/** Dates, numbers and times in the chosen language. */
export const useFormat = (): Format => makeFormat(useLanguage().language);

/** Relative time as text: `ago(device.lastSeenAt)`. */
export function useRelativeTime(): (at: string | Date) => string {
  const { language, texts: t } = useLanguage();
  return (at) => relativeTime(at, new Date(), language, t.shell.justNow);
}
