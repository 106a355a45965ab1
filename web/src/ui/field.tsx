import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The validation error, shown below and read out with the field. */
  error?: string;
  /** Shows the label above the field; otherwise it is for screen readers only. */
  showLabel?: boolean;
  /** A button or a unit inside the field, at its end. */
  trailing?: ReactNode;
}

export function Field({ label, error, showLabel, trailing, className, placeholder, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={showLabel ? styles.label : 'hidden-text'}>
        {label}
      </label>
      <div className={classNames(styles.box, error && styles.wrong)}>
        <span className={styles.hold}>
          <input
            {...input}
            id={id}
            className={styles.input}
            placeholder=" "
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <i className={styles.hint} data-hint={placeholder} />
        </span>
        {trailing}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
