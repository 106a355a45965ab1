import type { Contract } from '@recline/contract';
import type { SentInputOf } from '@recline/contract/call';
import { ApiError } from '../../../platform/api-error.ts';
import { keptRequestId } from '../../../platform/kept-request.ts';
import { tabValue } from '../../../platform/storage.ts';

/** The start whose outcome is unknown, with its request id. */
export const startRequest = tabValue('startRequest');

export type StartIntent = Omit<SentInputOf<Contract['starting']['activate']>, 'requestId'>;

/** Equal for equal intents; an empty field counts as absent. */
const fingerprintOf = (intent: StartIntent): string =>
  JSON.stringify(
    Object.entries(intent)
      .filter(([, value]) => value)
      .sort(),
  );

const retryableCodes: readonly number[] = [429, 500, 502, 503, 504];

/** Whether the outcome is known. Without an answer the order may exist, so a retry must reuse its request id. */
export const isOutcomeKnown = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'answer' && !retryableCodes.includes(error.code ?? 500);

/** The idempotency key of this intent. */
export const requestIdFor = (intent: StartIntent, makeId?: () => string): string =>
  keptRequestId(startRequest, fingerprintOf(intent), makeId);

export const clearRequest = () => startRequest.remove();
