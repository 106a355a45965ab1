import type { Ack } from '@recline/contract/topics';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, transaction } from '../../platform/db.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type AckReport, orderOfStart, recordAcks } from './commands.ts';
import { type Applied, nothingApplied, transition } from './lifecycle.ts';

interface AckDeps {
  pool: Pool;
  clock: Clock;
  metrics: Metrics;
  timing: { startWaitMs: number };
  followUp(applied: Applied): void;
}

/** Further ones are dropped while the database is down: an acceptance decides nothing. */
const maxBuffered = 10_000;

/** The chairs' answers to commands. Acceptances are buffered and written in batches; a rejected start fails its order. */
export function makeAcks({ pool, clock, metrics, timing, followUp }: AckDeps) {
  let accepted: AckReport[] = [];

  async function reject(report: AckReport): Promise<void> {
    const { deviceId, ack, receivedAt } = report;
    const reason = `rejected: ${ack.reason ?? 'unknown'}`;
    const context = { now: receivedAt, startWaitMs: timing.startWaitMs };
    const applied = await transaction(pool, async (db) => {
      const start = await orderOfStart.maybe(db, ack.commandId, deviceId);
      // Lock order: an order before its command, everywhere.
      const failed = start
        ? await transition(db, context, [{ orderId: start.order_id, step: 'fail', at: receivedAt, reason }])
        : nothingApplied;
      await recordAcks(db, [report]);
      return failed;
    });
    if (applied.changed.length > 0) metrics.starts.inc({ outcome: 'rejected' });
    followUp(applied);
  }

  return {
    async acknowledged(deviceId: string, ack: Ack): Promise<void> {
      if (!isUuid(ack.commandId)) return; // none of ours
      const report = { deviceId, ack, receivedAt: clock() };
      if (ack.result === 'rejected') return reject(report);
      if (accepted.length < maxBuffered) accepted.push(report);
    },
    /** Writes the buffer; on an error it is kept for the next flush. */
    async flush(): Promise<void> {
      const batch = accepted;
      accepted = [];
      try {
        await recordAcks(pool, batch);
      } catch (error) {
        accepted = [...batch, ...accepted].slice(0, maxBuffered);
        throw error;
      }
    },
  };
}
