import { newId } from './new-id.ts';
import type { StoredValue } from './storage.ts';
import { readJson } from './stored-json.ts';

/**
 * The idempotency key of a request whose outcome is unknown: the stored one for an equal request, or else a new one. It
 * survives a second tap, a retry, a closed sheet and a reload. Remove it once the outcome is known.
 */
export function keptRequestId(stored: StoredValue, about: string, makeId = newId): string {
  const kept = readJson(stored.get());
  if (Array.isArray(kept) && kept[0] === about && typeof kept[1] === 'string') return kept[1];
  const requestId = makeId();
  stored.set(JSON.stringify([about, requestId]));
  return requestId;
}
