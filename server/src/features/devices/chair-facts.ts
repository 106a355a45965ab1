import type { ChairEvent } from '@recline/contract/topics';
import { type Db, statement } from '../../platform/db.ts';
import { deviceChanged } from './channels.ts';
import { compareStates } from './presence.rules.ts';

/** Events about the chair itself: faults and the coin meter. */

type FaultEvent = Extract<ChairEvent, { type: 'fault' | 'cleared' }>;

const lockSequence = statement<{ boot_id: string | null; seq: number | null; replaced_at: Date | null }, [string]>(
  'chairFacts.lockSequence',
  'SELECT boot_id, seq, replaced_at FROM devices WHERE id = $1 FOR NO KEY UPDATE',
);

const setFault = statement<{ id: string }, [string, string]>(
  'chairFacts.setFault',
  'UPDATE devices SET fault_code = $2 WHERE id = $1 RETURNING id',
);

const clearFault = statement<{ id: string }, [string, string]>(
  'chairFacts.clearFault',
  'UPDATE devices SET fault_code = NULL WHERE id = $1 AND fault_code = $2 RETURNING id',
);

/** A fault begins or ends. An event of an older board, or older than the chair's last state, changes nothing. */
export async function recordFault(
  db: Db,
  device: { deviceId: string; outletId: number },
  event: FaultEvent,
  receivedAt: Date,
): Promise<void> {
  const { deviceId } = device;
  const { boot_id: bootId, seq, replaced_at: replacedAt } = await lockSequence.one(db, deviceId);
  if (replacedAt !== null && receivedAt < replacedAt) return;
  const reported = { bootId: String(event.bootId), seq: event.seq };
  if (compareStates({ bootId, seq }, reported) === 'older') return;
  const change = event.type === 'fault' ? setFault : clearFault;
  if (await change.maybe(db, deviceId, event.code)) await deviceChanged.publish(db, [device]);
}

/** The chair's meter only grows; our own count is the meter less the difference. A replaced board's does not count. */
export const countCoins = statement<never, [string, number, number, Date]>(
  'chairFacts.countCoins',
  `UPDATE devices SET total_coins = greatest(total_coins, $3),
     coin_difference = greatest(total_coins, $3) - (total_coins - coin_difference + $2)
   WHERE id = $1 AND (replaced_at IS NULL OR $4 >= replaced_at)`,
);
