import { type RefObject, useEffect, useState } from 'react';

/** Moves the focus to the first field with an error. Call the returned function after each attempt with an error. */
export function useFocusOnError(form: RefObject<HTMLElement | null>): () => void {
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, attempt]);
  return () => setAttempt((last) => last + 1);
}
