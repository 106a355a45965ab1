import { statement } from '../../platform/db.ts';

export interface FaultRow {
  fault_code: string | null;
  fault_boot_id: string | null;
  fault_seq: number | null;
  boot_bar: number | null;
  replaced_at: Date | null;
}

export const lockFault = statement<FaultRow, [string]>(
  'faults.lock',
  'SELECT fault_code, fault_boot_id, fault_seq, boot_bar, replaced_at FROM devices WHERE id = $1 FOR NO KEY UPDATE',
);

export const saveFault = statement<never, [string, string | null, string, number]>(
  'faults.save',
  'UPDATE devices SET fault_code = $2, fault_boot_id = $3, fault_seq = $4 WHERE id = $1',
);

/**
 * The chair's meter only grows. Our own count is the meter less the difference. The meter of a replaced board is
 * ignored.
 */
export const countCoins = statement<never, [string, number, number, Date]>(
  'meter.countCoins',
  `UPDATE devices SET total_coins = greatest(total_coins, $3),
     coin_difference = greatest(total_coins, $3) - (total_coins - coin_difference + $2)
   WHERE id = $1 AND (replaced_at IS NULL OR $4 >= replaced_at)`,
);

/**
 * Locks the chairs that a transaction will change, always in the same order, so that two transactions do not deadlock.
 */
export const lockChairs = statement<never, [string[]]>(
  'faultsAndMeter.lockChairs',
  'SELECT id FROM devices WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE',
);
