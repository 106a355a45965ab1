import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

interface ToggleChipProps {
  on: boolean;
  onChange(on: boolean): void;
  children: ReactNode;
}

/** A single filter that is on or off. */
export const ToggleChip = ({ on, onChange, children }: ToggleChipProps) => (
  <button
    type="button"
    className={classNames(styles.chip, styles.toggle)}
    aria-pressed={on}
    onClick={() => onChange(!on)}
  >
    {children}
  </button>
);

interface SheetChipProps {
  /** The sheet's choice is active, if it is one of several. */
  on?: boolean;
  onOpen(): void;
  children: ReactNode;
}

/** A chip that opens a sheet. */
export function SheetChip({ on, onOpen, children }: SheetChipProps) {
  const chip = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (on) chip.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [on]);
  return (
    <button
      ref={chip}
      type="button"
      className={classNames(styles.chip, styles.opens)}
      aria-haspopup="dialog"
      aria-pressed={on}
      onClick={onOpen}
    >
      {children}
    </button>
  );
}
