import type { ChairEvent } from '@recline/contract/topics';
import { type Db, statement } from '../../platform/db.ts';
import { deviceChanged } from './channels.ts';
import { compareStates } from './presence.rules.ts';

/** Events about the chair itself: faults and the coin meter. */

type FaultEvent = Extract<ChairEvent, { type: 'fault' | 'cleared' }>;

interface FaultRow {
  fault_code: string | null;
  fault_boot_id: string | null;
  fault_seq: number | null;
  replaced_at: Date | null;
}

const lockFault = statement<FaultRow, [string]>(
  'chairFacts.lockFault',
  'SELECT fault_code, fault_boot_id, fault_seq, replaced_at FROM devices WHERE id = $1 FOR NO KEY UPDATE',
);

const saveFault = statement<never, [string, string | null, string, number]>(
  'chairFacts.saveFault',
  'UPDATE devices SET fault_code = $2, fault_boot_id = $3, fault_seq = $4 WHERE id = $1',
);

/** A fault begins or ends. Ignores events of a replaced board, and those older than what last set `fault_code`. */
export async function recordFault(
  db: Db,
  device: { deviceId: string; outletId: number },
  event: FaultEvent,
  receivedAt: Date,
): Promise<void> {
  const { deviceId } = device;
  const known = await lockFault.one(db, deviceId);
  if (known.replaced_at !== null && receivedAt < known.replaced_at) return;
  const reported = { bootId: String(event.bootId), seq: event.seq };
  if (compareStates({ bootId: known.fault_boot_id, seq: known.fault_seq }, reported) === 'older') return;
  if (event.type === 'cleared' && event.code !== known.fault_code) return;
  await saveFault(db, deviceId, event.type === 'fault' ? event.code : null, reported.bootId, reported.seq);
  await deviceChanged.publish(db, [device]);
}

/** The chair's meter only grows; our own count is the meter less the difference. A replaced board's does not count. */
export const countCoins = statement<never, [string, number, number, Date]>(
  'chairFacts.countCoins',
  `UPDATE devices SET total_coins = greatest(total_coins, $3),
     coin_difference = greatest(total_coins, $3) - (total_coins - coin_difference + $2)
   WHERE id = $1 AND (replaced_at IS NULL OR $4 >= replaced_at)`,
);
