import { ApiError } from '../../platform/api-error.ts';
import { keys, tab } from '../../platform/storage.ts';
import type { StartInput } from './payment.ts';

export type StartIntent = Omit<StartInput, 'requestId'>;

const nameOfIntent = ({ deviceId, priceId, payType, couponNo, cashCouponNo }: StartIntent): string =>
  JSON.stringify([deviceId, priceId, payType, couponNo ?? '', cashCouponNo ?? '']);

const undecided: readonly number[] = [429, 500, 502, 503, 504];

/** Without an answer of the server's own, the order may or may not exist: asking again must mean the same one. */
export const isSettled = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'answer' && !undecided.includes(error.code ?? 500);

/** The id kept for this very order, else a new one. It outlives a second tap, a retry and a reload. */
export function requestIdFor(intent: StartIntent, newId: () => string): string {
  const name = nameOfIntent(intent);
  const [keptName, keptId] = readKept();
  if (keptName === name && keptId) return keptId;
  const requestId = newId();
  tab.set(keys.startRequest, JSON.stringify([name, requestId]));
  return requestId;
}

export const forgetRequest = () => tab.remove(keys.startRequest);

function readKept(): [string?, string?] {
  const kept: unknown = JSON.parse(tab.get(keys.startRequest) ?? '[]');
  return Array.isArray(kept) ? [kept[0], kept[1]] : [];
}

/** A random UUID; `crypto.randomUUID` exists on secure pages only, and a shop's network may not be one. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
