import { type TextareaHTMLAttributes, useId } from 'react';
import { countCharacters, firstCharacters } from './characters.ts';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';
import styles from './text-area.module.css';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Shows the label above it. */
  showLabel?: boolean;
  /** The validation error, shown below and read out with the text. */
  error?: string;
}

/** A multi-line text field with a character counter. */
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
          onChange={(event) => onChange(firstCharacters(event.target.value, maxLength))}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span className={styles.count} aria-hidden="true">
          {countCharacters(value)}/{maxLength}
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
