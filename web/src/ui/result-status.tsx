import type { ReactNode } from 'react';

interface ResultStatusProps {
  /** How much was found; nothing while it loads, so that the same is heard again. */
  text: string | undefined;
  /** What is shown where nothing was found, which says so itself. */
  children?: ReactNode;
}

/** Tells screen readers what a search, a filter or a period has found. */
export const ResultStatus = ({ text, children }: ResultStatusProps) => (
  <div role="status" className={children ? undefined : 'hidden-text'}>
    {children || text}
  </div>
);
