import { type ReactNode, useSyncExternalStore } from 'react';
import type { Texts } from '../../locales/index.ts';
import { LanguageContext } from '../platform/text.tsx';
import { chooseLanguage, currentTexts, onTexts } from './texts.ts';

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language, texts } = useSyncExternalStore(onTexts, currentTexts);
  // A screen beyond the core opens only once all texts are there: lazyPage sees to it.
  const state = { language, texts: texts as Texts, choose: chooseLanguage };
  return <LanguageContext value={state}>{children}</LanguageContext>;
}
