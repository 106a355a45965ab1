import { type Language, languages, nameOf, tagOf } from '@recline/contract/languages';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './language-menu.module.css';
import { Shape } from './shape.tsx';

export interface LanguageMenuProps {
  label: string;
  language: Language;
  onChoose(language: Language): void;
  /** `onBrand` is for a background of the brand's colour, `row` for the end of a list row. */
  kind?: 'plain' | 'onBrand' | 'row';
}

/** Changes the language only on a choice, not on opening. It also opens before the scripts have loaded. */
export function LanguageMenu({ label, language, onChoose, kind = 'plain' }: LanguageMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  const choose = (chosen: Language) => {
    close();
    menu.current?.querySelector('summary')?.focus();
    if (chosen !== language) onChoose(chosen);
  };
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  const closeWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close();
  };
  return (
    <details
      ref={menu}
      className={classNames(styles.menu, kind !== 'plain' && styles[kind])}
      onKeyDown={closeByKey}
      onBlur={closeWhenLeft}
    >
      <summary className={styles.summary}>
        <span className="hidden-text">{label}</span>
        <span lang={tagOf(language)}>{nameOf(language)}</span>
        <Shape path="M6 9.5l6 6 6-6" size={14} />
      </summary>
      <ul className={styles.list}>
        {languages.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={styles.item}
              lang={tagOf(name)}
              aria-current={name === language}
              onClick={() => choose(name)}
            >
              {nameOf(name)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
