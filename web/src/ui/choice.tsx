import { useId } from 'react';
import styles from './choice.module.css';
import { Icon, type IconName } from './icon.tsx';

interface ChoiceProps<V extends string> {
  icon?: IconName;
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange(value: V): void;
}

/** A list row with a native select. The choice is shown as text beside it, because a select's own text cannot wrap. */
export function Choice<V extends string>({ icon, label, options, value, onChange }: ChoiceProps<V>) {
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <li className={styles.choice}>
      {icon && <Icon name={icon} />}
      <div className={styles.rest}>
        <label htmlFor={id}>{label}</label>
        <span className={styles.end}>
          <select
            id={id}
            value={value}
            onChange={(event) => {
              const next = options.find((option) => option.value === event.target.value);
              if (next) onChange(next.value);
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={styles.shown} aria-hidden="true">
            {chosen?.label}
          </span>
          <Icon name="chevron" size={16} />
        </span>
      </div>
    </li>
  );
}
