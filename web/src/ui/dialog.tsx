import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { useText } from '../platform/text.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';
import { ToastRegion } from './toast-region.tsx';
import { useDragDown } from './use-drag-down.ts';

interface DialogProps {
  open: boolean;
  /** Called when it was closed by its button, a drag, Escape or the backdrop. See `useSheet` for Back. */
  onClose(): void;
  title: string;
  /** `sheet` is at the bottom, for choices and filters; `alert` is centred, for a question; `full` covers the screen. */
  kind?: 'sheet' | 'alert' | 'full';
  children: ReactNode;
}

/** A native dialog: it traps the focus and gives it back when it closes. */
export function Dialog({ open, onClose, title, kind = 'sheet', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) {
      dialog.showModal();
      // Focuses neither the first button, which may be destructive, nor a text field, which would open the keyboard.
      heading.current?.focus({ preventScroll: true });
    }
    if (!open) dialog?.close();
  }, [open]);
  const drag = useDragDown(ref, onClose);
  const sheet = kind === 'sheet';
  // In React, events of a nested dialog bubble to this one.
  const isOwn = (event: SyntheticEvent) => event.target === ref.current;
  // A press that began inside, such as a text selection, is not a tap on the backdrop.
  const pressedBackdrop = useRef(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard equivalent of the backdrop
    <dialog
      ref={ref}
      className={classNames(styles.dialog, styles[kind])}
      aria-labelledby={titleId}
      onClose={(event) => isOwn(event) && onClose()}
      onPointerDown={(event) => {
        pressedBackdrop.current = isOwn(event);
      }}
      onClick={(event) => isOwn(event) && pressedBackdrop.current && onClose()}
    >
      {open && (
        <div className={styles.body}>
          <header className={styles.header} {...(sheet ? drag : {})}>
            {sheet && <i className={styles.handle} aria-hidden="true" />}
            <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </h2>
            {sheet && <CloseButton onClose={onClose} />}
          </header>
          {children}
        </div>
      )}
      {open && <ToastRegion atTop={sheet} />}
    </dialog>
  );
}

function CloseButton({ onClose }: { onClose(): void }) {
  const t = useText();
  return (
    <button type="button" className={styles.close} aria-label={t.common.close} onClick={onClose}>
      <Icon name="close" size={20} />
    </button>
  );
}
