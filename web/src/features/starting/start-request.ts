import type { Contract } from '@recline/contract';
import type { SentInputOf } from '@recline/contract/call';
import { ApiError } from '../../platform/api-error.ts';
import { keys, tab } from '../../platform/storage.ts';

export type StartIntent = Omit<SentInputOf<Contract['starting']['activate']>, 'requestId'>;

/** Equal for equal intents, whichever fields they have; an empty field is no field. */
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

/** The idempotency key of this intent: the stored one, else a new one. It survives a second tap, a retry and a reload. */
export function requestIdFor(intent: StartIntent, newId: () => string): string {
  const fingerprint = fingerprintOf(intent);
  const [storedFingerprint, storedId] = readStored();
  if (storedFingerprint === fingerprint && storedId) return storedId;
  const requestId = newId();
  tab.set(keys.startRequest, JSON.stringify([fingerprint, requestId]));
  return requestId;
}

export const clearRequest = () => tab.remove(keys.startRequest);

function readStored(): [string?, string?] {
  const stored: unknown = JSON.parse(tab.get(keys.startRequest) ?? '[]');
  return Array.isArray(stored) ? [stored[0], stored[1]] : [];
}

/** A random UUID. `crypto.randomUUID` is missing on plain http pages. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
