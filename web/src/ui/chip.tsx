import { useId } from 'react';
import styles from './chip.module.css';

interface ChipsProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange(value: V): void;
}

/** A choice of one, as a row of chips: radio buttons underneath, so arrows and readers work. */
export function Chips<V extends string>({ label, options, value, onChange }: ChipsProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.chips}>
      <legend className="hidden-text">{label}</legend>
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
