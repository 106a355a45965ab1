import type { CardState } from '@recline/contract/values';
import { availability, type ChairRow, type Starter } from '../orders/index.ts';

/** Somebody without a token: starts any chair, holds none. */
const nobody: Starter = { accountId: 0, name: '', role: 'consumer', outletIds: [], boundOutletId: null };

/** A chair as this caller sees it. */
export function cardState(chair: ChairRow, caller: Starter | null): CardState {
  const found = availability(chair, caller ?? nobody);
  if (found === 'deviceUnavailable') return chair.online ? 'fault' : 'offline';
  if (found === 'deviceInUse') return 'inUse';
  if ('free' in found) return 'free';
  return chair.holder_by === caller?.accountId ? 'yours' : 'inUse';
}
