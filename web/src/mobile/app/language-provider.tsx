import { type ReactNode, useSyncExternalStore } from 'react';
import { changeLanguage, currentLocalization, onLocalizationChange } from '../../platform/language-store.ts';
import { LanguageContext } from '../../platform/text.tsx';

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language, texts } = useSyncExternalStore(onLocalizationChange, currentLocalization, currentLocalization);
  const state = { language, texts, choose: changeLanguage };
  return <LanguageContext value={state}>{children}</LanguageContext>;
}
