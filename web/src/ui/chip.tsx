import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

interface ChipsProps<V extends string> {
  label: string;
  options: readonly { value: V; label: ReactNode }[];
  value: V;
  onChange(value: V): void;
  /** Wraps to several lines instead of scrolling sideways. */
  wrap?: boolean;
  /** Shows the label before the chips. */
  showLabel?: boolean;
}

/** A single choice as a row of chips. Radio buttons, for arrow keys and screen readers. */
export function Chips<V extends string>({ label, options, value, onChange, wrap, showLabel }: ChipsProps<V>) {
  const name = useId();
  const row = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => keepInView(row.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the value changes
  useLayoutEffect(() => bringIntoView(row.current), [value]);
  return (
    <fieldset ref={row} className={classNames(styles.chips, wrap && styles.wrap)}>
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

/** A label that becomes wider, by its count, must not push the chosen chip out of view. */
function keepInView(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined;
  const observer = new ResizeObserver(() => bringIntoView(row));
  for (const each of [row, ...row.children]) observer.observe(each);
  return () => observer.disconnect();
}

const margin = 16;

/** Scrolls the row sideways until the chosen chip is fully visible. */
function bringIntoView(row: HTMLElement | null): void {
  const chip = row?.querySelector(':checked')?.parentElement;
  if (!row || !chip) return;
  const seen = row.getBoundingClientRect();
  const { left, right } = chip.getBoundingClientRect();
  if (right > seen.right - margin) row.scrollLeft += right - seen.right + margin;
  else if (left < seen.left + margin) row.scrollLeft += left - seen.left - margin;
}
