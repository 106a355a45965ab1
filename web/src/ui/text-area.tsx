import { type TextareaHTMLAttributes, useId } from 'react';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';
import styles from './text-area.module.css';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Above it, where nothing else says what it is for. */
  showLabel?: boolean;
  /** What is wrong with the text; shown below and read out with it. */
  error?: string;
}

/** Some lines of text, with how much of the room is used. */
export function TextArea({ label, value, onChange, error, showLabel, maxLength = 140, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={showLabel ? fieldStyles.label : 'hidden-text'}>
        {label}
      </label>
      <div className={classNames(styles.box, error && styles.wrong)}>
        <textarea
          rows={4}
          {...rest}
          id={id}
          className={styles.text}
          value={value}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span className={styles.count} aria-hidden="true">
          {value.length}/{maxLength}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
