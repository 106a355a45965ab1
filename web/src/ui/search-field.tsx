import { useEffect, useState } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

interface SearchFieldProps {
  label: string;
  clearLabel: string;
  value: string;
  onSearch(text: string): void;
  /** Debounce in milliseconds. */
  pause?: number;
}

/** A debounced search field; Enter and clearing search at once. */
export function SearchField({ label, clearLabel, value, onSearch, pause = 300 }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  // A new value from the parent replaces the text, unless it is the value sent, because more may have been typed since.
  if (seen !== value) {
    setSeen(value);
    if (value !== sent) setText(value);
  }
  const search = (wanted: string) => {
    setSent(wanted);
    if (wanted !== value) onSearch(wanted);
  };
  const clear = () => {
    setText('');
    search('');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the debounce
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search className={styles.box}>
      <Icon name="search" size={20} />
      <span className={styles.hold}>
        <input
          type="search"
          className={styles.input}
          aria-label={label}
          placeholder=" "
          value={text}
          maxLength={64}
          enterKeyHint="search"
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter must not submit a surrounding form.
            event.preventDefault();
            search(text.trim());
          }}
        />
        <i className={styles.hint} data-hint={label} />
      </span>
      {text !== '' && (
        <button type="button" className={styles.clear} aria-label={clearLabel} onClick={clear}>
          <Icon name="close" size={18} />
        </button>
      )}
    </search>
  );
}
