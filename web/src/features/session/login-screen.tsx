import { type Language, languages } from '@recline/contract/languages';
import { useState } from 'react';
import type { LoginTexts } from '../../../locales/index.ts';
import { Shape } from '../../ui/shape.tsx';
import { ToastRegion } from '../../ui/toast-region.tsx';
import { GuestForm } from './guest-form.tsx';
import styles from './login-screen.module.css';
import { ManagerForm } from './manager-form.tsx';

export interface WayProps {
  texts: LoginTexts;
  onLoggedIn(token: string): Promise<void>;
}

interface LoginScreenProps extends WayProps {
  language: Language;
  onLanguage(language: Language): void;
}

const ways = ['manager', 'guest'] as const;

/** Two ways in, one screen. It runs before and without the router, so its texts are handed to it. */
export function LoginScreen({ texts, language, onLanguage, onLoggedIn }: LoginScreenProps) {
  const t = texts;
  const [way, setWay] = useState<(typeof ways)[number]>('manager');
  const Form = way === 'manager' ? ManagerForm : GuestForm;
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div className={styles.brandLine}>
          <h1 className={styles.brand}>{t.common.appName}</h1>
          <label className={styles.language}>
            <span className="hidden-text">{t.login.language}</span>
            <select value={language} onChange={(event) => onLanguage(event.target.value as Language)}>
              {languages.map((name) => (
                <option key={name} value={name}>
                  {t.common.languageNames[name]}
                </option>
              ))}
            </select>
            <Shape path="M6 9.5l6 6 6-6" size={14} />
          </label>
        </div>
        <p className={styles.tagline}>{t.common.tagline}</p>
      </header>
      <main className={styles.card}>
        <div className={styles.ways} role="tablist" aria-label={t.login.ways}>
          {ways.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`way-${name}`}
              aria-selected={way === name}
              aria-controls="way-panel"
              className={styles.way}
              onClick={() => setWay(name)}
            >
              {t.login.wayNames[name]}
            </button>
          ))}
        </div>
        <div id="way-panel" role="tabpanel" aria-labelledby={`way-${way}`}>
          <Form texts={texts} onLoggedIn={onLoggedIn} />
        </div>
      </main>
      <ToastRegion />
    </div>
  );
}
