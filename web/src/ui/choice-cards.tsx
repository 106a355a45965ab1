import { type ReactNode, useId } from 'react';
import styles from './choice-cards.module.css';

interface ChoiceCardsProps<V extends string> {
  title: string;
  options: readonly { value: V; title: ReactNode; text?: ReactNode; aside?: ReactNode }[];
  value: V | undefined;
  onChange(value: V): void;
}

/** A single choice among options of one or two lines. Radio buttons. */
export function ChoiceCards<V extends string>({ title, options, value, onChange }: ChoiceCardsProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.cards}>
      <legend className={styles.legend}>{title}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.card}>
          <input
            type="radio"
            name={name}
            className="hidden-text"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.main}>
            <span className={styles.title}>{option.title}</span>
            {option.text && <span className={styles.text}>{option.text}</span>}
          </span>
          {option.aside && <span className={styles.aside}>{option.aside}</span>}
        </label>
      ))}
    </fieldset>
  );
}
