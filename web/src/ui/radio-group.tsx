import { type ReactNode, type Ref, useId } from 'react';
import styles from './radio-group.module.css';

interface RadioGroupProps<V extends string> {
  legend: ReactNode;
  /** The look of the legend; without one it is for screen readers only. */
  legendClass?: string | undefined;
  options: readonly { value: V; content: ReactNode }[];
  value: V | undefined;
  onChange(value: V): void;
  /** The layout of the options. It is on an element inside the fieldset: Safari before 18 lays out no fieldset. */
  layout?: string | undefined;
  layoutRef?: Ref<HTMLDivElement>;
  /** The look of an option. `input:checked + .look` is the chosen one, with or without scripts. */
  look?: string | undefined;
  /** Shown before the options. */
  before?: ReactNode;
  /** The form in which the choice is sent, and its name there, for pages that work without scripts. */
  form?: string | undefined;
  name?: string | undefined;
  required?: boolean;
  error?: string | undefined;
}

/** A single choice. Radio buttons, for arrow keys, screen readers, and pages whose scripts have not loaded yet. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { legend, options, value, onChange, error, layout, layoutRef } = props;
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={props.legendClass ?? 'hidden-text'}>{legend}</legend>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <div ref={layoutRef} className={layout}>
        {props.before}
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              form={props.form}
              name={props.name ?? id}
              value={option.value}
              className={styles.input}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              required={props.required}
              aria-describedby={error ? `${id}-error` : undefined}
              aria-invalid={error ? true : undefined}
            />
            <span className={props.look}>{option.content}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
