import { endsSession } from './answer.ts';
import { ApiError } from './api-error.ts';

/** The message for an error that no screen shows; null if it is shown elsewhere: a lost network, an ended session. */
export function unshownError(error: Error, unknown: string): string | null {
  if (!(error instanceof ApiError)) return unknown;
  return error.kind === 'answer' && !endsSession(error) ? error.message : null;
}
