import { type Language, languages } from '@recline/contract/languages';
import { useLanguage } from '../../platform/text.tsx';
import styles from './index.module.css';

/** A visitor's first page, so the language can be changed here. */
export function LanguageSelect() {
  const { texts: t, language, choose } = useLanguage();
  return (
    <select
      className={styles.language}
      aria-label={t.entry.language}
      value={language}
      onChange={(event) => void choose(event.target.value as Language)}
    >
      {languages.map((name) => (
        <option key={name} value={name}>
          {t.common.languageNames[name]}
        </option>
      ))}
    </select>
  );
}
