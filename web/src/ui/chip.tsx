import { type ReactNode, useId } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

interface ChipsProps<V extends string> {
  label: string;
  options: readonly { value: V; label: ReactNode }[];
  value: V;
  onChange(value: V): void;
  /** On as many lines as needed, instead of one that is moved sideways. */
  wrap?: boolean;
  /** Shows the name before the chips. */
  showLabel?: boolean;
}

/** A choice of one, as a row of chips: radio buttons underneath, so arrows and readers work. */
export function Chips<V extends string>({ label, options, value, onChange, wrap, showLabel }: ChipsProps<V>) {
  const name = useId();
  return (
    <fieldset className={classNames(styles.chips, wrap && styles.wrap)}>
      <legend className="hidden-text">{label}</legend>
      {showLabel && (
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
      )}
      {options.map((option) => (
        <label key={option.value} className={styles.chip}>
          <input
            type="radio"
            name={name}
            className="hidden-text"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
