import { type Language, languages } from '@recline/contract/languages';
import { pages, pageUrl } from '@recline/contract/pages';
import { useEffect, useState } from 'react';
import { setHostTitle } from '../../platform/host-title.ts';
import { keys, local } from '../../platform/storage.ts';
import { useLanguage, useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import { Shape } from '../../ui/shape.tsx';
import { ToastRegion } from '../../ui/toast-region.tsx';
import styles from './login-screen.module.css';
import { ManagerForm } from './manager-form.tsx';
import type { LoggedIn } from './password-login.ts';
import { SmsForm } from './sms-form.tsx';

const sides = ['manager', 'guest'] as const;
type Side = (typeof sides)[number];

/** That of the last visit, as the page's inline script found it. */
const firstSide = (): Side => (document.documentElement.dataset.side === 'guest' ? 'guest' : 'manager');

/** The login of managers and guests, rendered at build time and hydrated. It opens on the side of the last visit. */
export function LoginScreen({ onLoggedIn }: { onLoggedIn(answer: LoggedIn): Promise<void> }) {
  const t = useText();
  const [side, setSide] = useState<Side>('manager');
  const [deviceId, setDeviceId] = useState<string | null>(null);
  useEffect(() => {
    setSide(firstSide());
    // Until here the mark of the inline script shows the guest's side.
    delete document.documentElement.dataset.side;
    setDeviceId(local.get(keys.device));
  }, []);
  const title = `${t.login.title} · ${t.common.appName}`;
  useEffect(() => setHostTitle(title), [title]);
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div className={styles.brandLine}>
          <h1 className={styles.brand}>{t.common.appName}</h1>
          <LanguageChoice />
        </div>
        <p className={styles.tagline}>{t.common.tagline}</p>
      </header>
      <main className={styles.card}>
        <div className={styles.ways} role="tablist" aria-label={t.login.ways}>
          {sides.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`way-${name}`}
              aria-selected={side === name}
              aria-controls={`${name}-panel`}
              className={styles.way}
              onClick={() => setSide(name)}
            >
              {t.login.wayNames[name]}
            </button>
          ))}
        </div>
        <div id="manager-panel" role="tabpanel" aria-labelledby="way-manager" hidden={side !== 'manager'}>
          <ManagerForm onLoggedIn={onLoggedIn} />
        </div>
        <div id="guest-panel" role="tabpanel" aria-labelledby="way-guest" hidden={side !== 'guest'}>
          {deviceId && (
            <a className={styles.chair} href={pageUrl(pages.index, { deviceId })}>
              {t.login.chair(deviceId)}
            </a>
          )}
          <SmsForm hint={t.login.firstTime} onLoggedIn={onLoggedIn} />
        </div>
      </main>
      <ToastRegion />
    </div>
  );
}

function LanguageChoice() {
  const { texts: t, language, choose } = useLanguage();
  const change = (chosen: Language) => void choose(chosen).catch(() => toast(t.common.network));
  return (
    <label className={styles.language}>
      <span className="hidden-text">{t.login.language}</span>
      <select name="language" value={language} onChange={(event) => change(event.target.value as Language)}>
        {languages.map((name) => (
          <option key={name} value={name}>
            {t.common.languageNames[name]}
          </option>
        ))}
      </select>
      <Shape path="M6 9.5l6 6 6-6" size={14} />
    </label>
  );
}
