import { type ReactNode, useSyncExternalStore } from 'react';
import type { Texts } from '../../locales/index.ts';
import { changeLanguage, currentLocalization, onLocalizationChange } from '../platform/language-store.ts';
import { LanguageContext } from '../platform/text.tsx';

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language, texts } = useSyncExternalStore(onLocalizationChange, currentLocalization);
  // lazyPage loads all texts before it opens a screen that needs more than the core.
  const state = { language, texts: texts as Texts, choose: changeLanguage };
  return <LanguageContext value={state}>{children}</LanguageContext>;
}
