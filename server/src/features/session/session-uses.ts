import type { Pool } from '../../platform/db.ts';
import * as sql from './session.sql.ts';

/** A use is written at most once in this time. */
const precisionMs = 60_000;

/**
 * When sessions were last used. Uses are buffered and written together: separately, each caller would cause a commit a
 * minute, and starts would queue behind them. A crash loses the last few seconds of them.
 */
export function makeSessionUses(pool: Pool) {
  let uses = new Map<string, { token_hash: string; last_used_at: Date }>();
  return {
    note(row: sql.CallerRow, tokenHash: Buffer, now: Date): void {
      if (now.getTime() - row.last_used_at.getTime() <= precisionMs) return;
      row.last_used_at = now;
      const hex = tokenHash.toString('hex');
      uses.set(hex, { token_hash: `\\x${hex}`, last_used_at: now });
    },
    /** Writes the buffer; on an error it is kept for the next flush. */
    async flush(): Promise<void> {
      const batch = uses;
      if (batch.size === 0) return;
      uses = new Map();
      try {
        await sql.touchSessions(pool, JSON.stringify([...batch.values()]));
      } catch (error) {
        uses = new Map([...batch, ...uses]);
        throw error;
      }
    },
  };
}
