import { ApiError, isUnanswered } from './api-error.ts';
import { useText } from './text.tsx';

/** The message for a failed action, beside its button; `unknown` if it may have been done. */
export function useFailure(error: unknown, unknown: string): string | null {
  const t = useText();
  if (error === null || error === undefined) return null;
  if (isUnanswered(error)) return unknown;
  return error instanceof ApiError ? error.message : t.common.unknown;
}
