import type { Contract } from '@recline/contract';
import type { SentInputOf } from '@recline/contract/call';
import { ApiError } from '../../../platform/api-error.ts';
import { newId } from '../../../platform/new-id.ts';
import { tabValue } from '../../../platform/storage.ts';
import { readJson } from '../../../platform/stored-json.ts';

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
export const isSettled = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'answer' && !retryableCodes.includes(error.code ?? 500);

/**
 * The idempotency key of this intent: the stored one, or else a new one. It survives a second tap, a retry and a
 * reload.
 */
export function requestIdFor(intent: StartIntent, makeId = newId): string {
  const fingerprint = fingerprintOf(intent);
  const [storedFingerprint, storedId] = readStored();
  if (storedFingerprint === fingerprint && storedId) return storedId;
  const requestId = makeId();
  startRequest.set(JSON.stringify([fingerprint, requestId]));
  return requestId;
}

export const clearRequest = () => startRequest.remove();

function readStored(): [string?, string?] {
  const stored = readJson(startRequest.get());
  return Array.isArray(stored) ? [stored[0], stored[1]] : [];
}
