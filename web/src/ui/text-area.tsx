import { type TextareaHTMLAttributes, useId } from 'react';
import { countCharacters } from './characters.ts';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';
import { useText } from './screen-texts.ts';
import styles from './text-area.module.css';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  label: string;
  value: string;
  onChange(value: string): void;
  /**
   * In characters as people count them. A longer text is kept and marked as an error; check `isTooLong` before sending.
   */
  maxLength: number;
  /** Shows the label above it. */
  showLabel?: boolean;
  /** The validation error, shown below and read out with the text. */
  error?: string | undefined;
}

/** A multi-line text field with a character counter. */
export function TextArea({ label, value, onChange, error, showLabel, maxLength, ...rest }: TextAreaProps) {
  const t = useText();
  const id = useId();
  const left = maxLength - countCharacters(value);
  const problem = left < 0 ? t.textArea.tooLong(-left) : error;
  return (
    <div>
      <label htmlFor={id} className={showLabel ? fieldStyles.label : 'hidden-text'}>
        {label}
      </label>
      <div className={classNames(styles.box, problem && styles.wrong)}>
        <textarea
          rows={4}
          {...rest}
          id={id}
          className={styles.text}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
        />
        <span className={classNames(styles.count, left < 0 && styles.over)} aria-hidden="true">
          {maxLength - left}/{maxLength}
        </span>
      </div>
      {problem && (
        <p id={`${id}-error`} className={styles.error}>
          {problem}
        </p>
      )}
      <p className="hidden-text" role="status">
        {isSpoken(left) && t.textArea.left(left)}
        {left < 0 && problem}
      </p>
    </div>
  );
}

/** Near the limit the counter is announced occasionally. */
const isSpoken = (left: number): boolean => left === 20 || left === 10 || left === 0;
