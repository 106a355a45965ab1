import { type Language, languages } from '@recline/contract/languages';
import { storeLanguage } from '../../platform/language.ts';
import { useLanguage } from '../../platform/text.tsx';
import styles from './sticker.module.css';

/** The server renders this page, so a chosen language is stored and the page loaded in it. */
function choose(language: Language): void {
  storeLanguage(language);
  location.reload();
}

export function LanguageSelect() {
  const { texts: t, language } = useLanguage();
  return (
    <select
      className={styles.language}
      aria-label={t.sticker.language}
      value={language}
      onChange={(event) => choose(event.target.value as Language)}
    >
      {languages.map((name) => (
        <option key={name} value={name}>
          {t.common.languageNames[name]}
        </option>
      ))}
    </select>
  );
}
