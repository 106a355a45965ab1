import type { Language } from '@recline/contract/languages';
import { type ReactNode, useMemo, useState } from 'react';
import { loadTexts, type Texts } from '../../locales/index.ts';
import { storeLanguage } from '../platform/language.ts';
import { LanguageContext, type LanguageState } from '../platform/text.tsx';
import { setCurrentTexts } from './texts.ts';

interface LanguageProviderProps {
  initial: { language: Language; texts: Texts };
  children: ReactNode;
}

export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [shown, setShown] = useState(initial);
  const state: LanguageState = useMemo(() => {
    const choose = async (language: Language) => {
      const texts = await loadTexts(language);
      storeLanguage(language);
      setCurrentTexts(texts);
      setShown({ language, texts });
    };
    return { ...shown, choose };
  }, [shown]);
  return <LanguageContext value={state}>{children}</LanguageContext>;
}
