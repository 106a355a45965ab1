import type { ReactNode } from 'react';

interface ResultStatusProps {
  /** The number of results; empty while loading, so that an equal number is announced again. */
  text: string | undefined;
  /** The view for no results, which announces itself. */
  children?: ReactNode;
}

/** Announces the results of a search, a filter or a period to screen readers. */
export const ResultStatus = ({ text, children }: ResultStatusProps) => (
  <div role="status" className={children ? undefined : 'hidden-text'}>
    {children || text}
  </div>
);
