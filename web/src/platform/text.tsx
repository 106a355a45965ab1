import type { Language } from '@recline/contract/languages';
import { createContext, useContext } from 'react';
import type { CommonTexts } from '../../locales/index.ts';
import { type Format, makeFormat } from './format.ts';
import { relativeTime } from './relative-time.ts';

/** The language of the page, with the texts `T` that it has loaded. */
export interface LanguageState<T> {
  language: Language;
  texts: T;
  /** Loads the texts of the language, then switches the app to it. */
  choose(language: Language): Promise<void>;
}

export const LanguageContext = createContext<LanguageState<CommonTexts> | null>(null);

interface TextHooks<T> {
  useLanguage(): LanguageState<T>;
  /** The texts of the chosen language: `t.home.title`. Write the whole path, because a test searches for it. */
  useText(): T;
}

/**
 * The hooks of components that use the texts `T`. A check keeps them out of documents that load less
 * (`scripts/layers`).
 */
export function makeTexts<T extends CommonTexts>(): TextHooks<T> {
  const useLanguage = () => {
    const state = useContext(LanguageContext);
    if (!state) throw new Error('useLanguage needs a LanguageProvider above it');
    return state as LanguageState<T>;
  };
  return { useLanguage, useText: () => useLanguage().texts };
}

/** The texts of components that are used on every page. */
const { useLanguage, useText } = makeTexts<CommonTexts>();

export { useText };

/** Dates, numbers and times in the chosen language. */
export const useFormat = (): Format => makeFormat(useLanguage().language);

/** Relative time as text: `ago(device.lastSeenAt)`. */
export function useRelativeTime(): (at: string | Date) => string {
  const { language, texts: t } = useLanguage();
  return (at) => relativeTime(at, new Date(), language, t.common.justNow);
}
