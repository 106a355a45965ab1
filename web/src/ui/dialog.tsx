import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** `sheet` is at the bottom, for choices and filters; `alert` is centred, for a question; `full` covers the screen. */
  kind?: 'sheet' | 'alert' | 'full';
  children: ReactNode;
}

/** A native dialog: it traps the focus, and Escape and the backdrop close it. */
export function Dialog({ open, onClose, title, kind = 'sheet', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) dialog.showModal();
    if (!open) dialog?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard equivalent of the backdrop
    <dialog
      ref={ref}
      className={classNames(styles.dialog, styles[kind])}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      {open && (
        <div className={styles.body}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  );
}
