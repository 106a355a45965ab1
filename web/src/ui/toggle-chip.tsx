import type { ReactNode } from 'react';
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

/** A chip that opens a sheet. */
export const SheetChip = ({ onOpen, children }: { onOpen(): void; children: ReactNode }) => (
  <button type="button" className={styles.chip} aria-haspopup="dialog" onClick={onOpen}>
    {children}
  </button>
);
