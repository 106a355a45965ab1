import type { Language } from '@recline/contract/languages';
import { createContext, useContext } from 'react';
import type { Texts } from '../../locales/index.ts';
import { type Format, makeFormat } from './format.ts';
import { relativeTime } from './relative-time.ts';

export interface LanguageState {
  language: Language;
  texts: Texts;
  /** Loads the language, then shows the whole app in it. */
  choose(language: Language): Promise<void>;
}

export const LanguageContext = createContext<LanguageState | null>(null);

export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext);
  if (!state) throw new Error('useLanguage needs a LanguageProvider above it');
  return state;
}

/** Everything the app says, in the chosen language: `t.home.title`. Write the whole path: a check reads it. */
export const useText = (): Texts => useLanguage().texts;

/** Dates, numbers and times as people of the chosen language write them. */
export const useFormat = (): Format => makeFormat(useLanguage().language);

/** How long ago something was, in words: `ago(device.lastSeenAt)`. */
export function useRelativeTime(): (at: string | Date) => string {
  const { language, texts: t } = useLanguage();
  return (at) => relativeTime(at, new Date(), language, t.shell.justNow);
}
