import { type ReactNode, useSyncExternalStore } from 'react';
import type { Texts } from '../../locales/index.ts';
import { changeLanguage, currentLocalization, onLocalizationChange } from '../platform/language-store.ts';
import { LanguageContext } from '../platform/text.tsx';

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language, texts } = useSyncExternalStore(onLocalizationChange, currentLocalization, currentLocalization);
  // A document loads the texts of its own pages, and lazyPage loads all of them before it opens any other screen.
  const state = { language, texts: texts as Texts, choose: changeLanguage };
  return <LanguageContext value={state}>{children}</LanguageContext>;
}
