import { endsSession } from './answer.ts';
import { ApiError } from './api-error.ts';

/** What to say about an error that no screen shows; null where it is said elsewhere: a lost network, an ended session. */
export function unshownError(error: Error, unknown: string): string | null {
  if (!(error instanceof ApiError)) return unknown;
  return error.kind === 'answer' && !endsSession(error) ? error.message : null;
}
