import { useId } from 'react';
import { useText } from '../../platform/text.tsx';
import { useOptions } from '../dictionary/index.ts';
import styles from './feedback.module.css';

interface ProblemChoiceProps {
  value: string;
  onChange(value: string): void;
  error?: string;
}

/** Chooses one of the dictionary's problems. Radio buttons, for arrow keys and screen readers. */
export function ProblemChoice({ value, onChange, error }: ProblemChoiceProps) {
  const t = useText();
  const name = useId();
  const options = useOptions('problem');
  return (
    <fieldset className={styles.problems} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={styles.legend}>{t.feedback.problem}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.problem}>
          <input
            type="radio"
            name={name}
            className="hidden-text"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-invalid={error ? true : undefined}
          />
          {option.label}
        </label>
      ))}
      {error && (
        <p id={`${name}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
