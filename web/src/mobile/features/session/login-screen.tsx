import type { Language } from '@recline/contract/languages';
import { pages, pageUrl } from '@recline/contract/pages';
import { useEffect, useState } from 'react';
import { config } from '../../../platform/config.ts';
import { toast } from '../../../platform/toast.ts';
import { LanguageMenu } from '../../../ui/language-menu.tsx';
import { ToastRegion } from '../../../ui/toast-region.tsx';
import { setHostTitle } from '../../shell/host-title.ts';
import { useLanguage, useText } from '../../texts/login.ts';
import styles from './login-screen.module.css';
import { ManagerForm } from './manager-form.tsx';
import type { LoggedIn } from './password-login.ts';
import { SmsForm } from './sms-form.tsx';
import { nextNotice, scannedChair } from './stored.ts';

const sides = ['manager', 'guest'] as const;
type Side = (typeof sides)[number];

/** The side of the last visit, from the page's inline script. */
const firstSide = (): Side => (document.documentElement.dataset.side === 'guest' ? 'guest' : 'manager');

interface LoginScreenProps {
  /** Its label. */
  operator: string;
  onLoggedIn(answer: LoggedIn): Promise<void>;
}

/** The login of managers and guests, rendered at build time and hydrated. It opens on the side of the last visit. */
export function LoginScreen({ operator, onLoggedIn }: LoginScreenProps) {
  const t = useText();
  const [side, setSide] = useState<Side>('manager');
  const [hasNumbers, setHasNumbers] = useState(true); // rendered at build time, before the settings are known
  const [deviceId, setDeviceId] = useState<string | null>(null);
  const [logo, setLogo] = useState('');
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => {
    const reason = nextNotice.get();
    nextNotice.remove();
    if (reason) {
      setNotice(reason);
      toast(reason);
    }
    setSide(config.loginByNumber ? firstSide() : 'manager');
    setHasNumbers(config.loginByNumber);
    // Until now the inline script's attribute showed the guest's side.
    delete document.documentElement.dataset.side;
    setDeviceId(scannedChair.get());
    setLogo(config.operator.logo);
  }, []);
  const title = `${t.login.title} · ${operator}`;
  useEffect(() => setHostTitle(title), [title]);
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div className={styles.brandLine}>
          <h1 className={styles.brand}>
            {logo && <img className={styles.logo} src={logo} alt="" />}
            {operator}
          </h1>
          <LanguageChoice />
        </div>
        <p className={styles.tagline}>{t.common.tagline}</p>
      </header>
      <main className={styles.card}>
        {notice && <p className={styles.notice}>{notice}</p>}
        <div className={styles.ways} role="tablist" aria-label={t.login.ways} hidden={!hasNumbers}>
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
      <nav className={styles.findChair}>
        <a href={pages.index}>{t.login.findChair}</a>
      </nav>
      <ToastRegion />
    </div>
  );
}

function LanguageChoice() {
  const { texts: t, language, choose } = useLanguage();
  const change = (chosen: Language) => void choose(chosen).catch(() => toast(t.common.network));
  return <LanguageMenu kind="onBrand" label={t.login.language} language={language} onChoose={change} />;
}
