import { type Language, languages } from '@recline/contract/languages';
import type { LoginTexts } from '../../../locales/index.ts';
import { Shape } from '../../ui/shape.tsx';
import { ToastRegion } from '../../ui/toast-region.tsx';
import { GuestForm } from './guest-form.tsx';
import styles from './login-screen.module.css';
import { ManagerForm } from './manager-form.tsx';

/** The login page as static HTML, for managers and guests. Its behaviour is in `login-page.ts`. */
export function LoginScreen({ texts: t, language }: { texts: LoginTexts; language: Language }) {
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div className={styles.brandLine}>
          <h1 className={styles.brand}>{t.common.appName}</h1>
          <label className={styles.language}>
            <span className="hidden-text">{t.login.language}</span>
            <select name="language" defaultValue={language}>
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
          <Way name="manager" title={t.login.wayNames.manager} chosen />
          <Way name="guest" title={t.login.wayNames.guest} />
        </div>
        <ManagerForm texts={t} />
        <GuestForm texts={t} />
      </main>
      <ToastRegion />
    </div>
  );
}

const Way = ({ name, title, chosen = false }: { name: string; title: string; chosen?: boolean }) => (
  <button
    type="button"
    role="tab"
    id={`way-${name}`}
    aria-selected={chosen}
    aria-controls={`${name}-panel`}
    className={styles.way}
  >
    {title}
  </button>
);
