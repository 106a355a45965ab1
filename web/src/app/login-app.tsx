import type { Language } from '@recline/contract/languages';
import { useEffect, useState } from 'react';
import { type LoginTexts, loadLoginTexts } from '../../locales/index.ts';
import { LoginScreen } from '../features/session/login-screen.tsx';
import { setClientMessages } from '../platform/api.ts';
import { setHostTitle } from '../platform/host-title.ts';
import { storeLanguage } from '../platform/language.ts';
import '../ui/tokens.css';
import '../ui/base.css';

interface LoginAppProps {
  initial: { language: Language; texts: LoginTexts };
  onLoggedIn(token: string): Promise<void>;
  /** The page can act on what is done to it. */
  onReady(): void;
}

/** The login page with its language: rendered into the HTML at build time, taken over in the browser. */
export function LoginApp({ initial, onLoggedIn, onReady }: LoginAppProps) {
  const [{ language, texts }, setShown] = useState(initial);
  useEffect(onReady, [onReady]);
  const choose = async (chosen: Language) => {
    const loaded = await loadLoginTexts(chosen);
    storeLanguage(chosen);
    setClientMessages(loaded.common);
    setHostTitle(titleOf(loaded));
    setShown({ language: chosen, texts: loaded });
  };
  return (
    <LoginScreen
      texts={texts}
      language={language}
      onLanguage={(chosen) => void choose(chosen)}
      onLoggedIn={onLoggedIn}
    />
  );
}

export const titleOf = (texts: LoginTexts) => `${texts.login.title} · ${texts.common.appName}`;
