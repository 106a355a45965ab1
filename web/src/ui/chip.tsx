import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';
import { RadioGroup } from './radio-group.tsx';

interface ChipsProps<V extends string> {
  label: string;
  options: readonly { value: V; label: ReactNode }[];
  value: V | undefined;
  onChange(value: V): void;
  /** Wraps to several lines instead of scrolling sideways. */
  wrap?: boolean;
  /** Shows the label before the chips. */
  showLabel?: boolean;
  /** Part of a `ChipLine`. */
  inline?: boolean;
  error?: string | undefined;
}

/** A single choice as a row of chips. */
export function Chips<V extends string>(props: ChipsProps<V>) {
  const { label, options, value, onChange, wrap, showLabel, inline, error } = props;
  const row = useRef<HTMLDivElement>(null);
  // A line begins at its start, unless something was chosen further on.
  const atStart = inline && value === options[0]?.value;
  useLayoutEffect(() => follow(row.current, !atStart), [atStart]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the value changes
  useLayoutEffect(() => (atStart ? undefined : bringIntoView(row.current)), [value]);
  const shownLabel = (
    <span className={styles.label} aria-hidden="true">
      {label}
    </span>
  );
  return (
    <RadioGroup
      legend={label}
      options={options.map((option) => ({ value: option.value, content: option.label }))}
      value={value}
      onChange={onChange}
      error={error}
      layout={classNames(styles.chips, wrap ? styles.wrap : !inline && styles.row)}
      layoutRef={row}
      look={classNames(styles.chip, wrap && styles.wrapped)}
      before={showLabel && shownLabel}
    />
  );
}

/** Groups and single chips on one line, which scrolls sideways. */
export const ChipLine = ({ children }: { children: ReactNode }) => <div className={styles.line}>{children}</div>;

/** Keeps the chosen chip in view: when the Tab key reaches it, and when a label becomes wider by its count. */
function follow(row: HTMLElement | null, resized: boolean): (() => void) | undefined {
  if (!row) return undefined;
  const show = () => bringIntoView(row);
  const observer = new ResizeObserver(show);
  if (resized) for (const each of [row, ...row.children]) observer.observe(each);
  row.addEventListener('focusin', show);
  return () => {
    observer.disconnect();
    row.removeEventListener('focusin', show);
  };
}

const margin = 16;

/** Scrolls the row sideways until the chosen chip is fully visible. */
function bringIntoView(group: HTMLElement | null): void {
  const chip = group?.querySelector(':checked')?.parentElement;
  const row = group?.closest<HTMLElement>(`.${styles.line}`) ?? group;
  if (!row || !chip) return;
  const seen = row.getBoundingClientRect();
  const { left, right } = chip.getBoundingClientRect();
  if (right > seen.right - margin) row.scrollLeft += right - seen.right + margin;
  else if (left < seen.left + margin) row.scrollLeft += left - seen.left - margin;
}
