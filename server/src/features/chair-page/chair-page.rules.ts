import type { CardState } from '@recline/contract/values';
import { availability, type ChairRow, type Starter } from '../orders/index.ts';

/** A caller without a token may start any chair, and has no order. */
const nobody: Starter = { accountId: 0, name: '', role: 'consumer', outletIds: [], boundOutletId: null };

const unavailable = ({ closed, online }: ChairRow): CardState => (closed ? 'closed' : online ? 'fault' : 'offline');

/** A chair as this caller sees it. */
export function cardState(chair: ChairRow, caller: Starter | null): CardState {
  const found = availability(chair, caller ?? nobody);
  if (found === 'deviceUnavailable') return unavailable(chair);
  if (found === 'deviceInUse') return 'inUse';
  if ('free' in found) return 'free';
  return chair.holder_by === caller?.accountId ? 'yours' : 'inUse';
}
