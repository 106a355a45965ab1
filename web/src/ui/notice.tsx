import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './drawing.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  drawing: DrawingName;
  title: string;
  text?: string;
  /** What to do next: usually one button. */
  children?: ReactNode;
}

/** A drawing, what happened, and what to do: for empty, failed and finished states. */
export function Notice({ drawing, title, text, children }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <Drawing name={drawing} />
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
