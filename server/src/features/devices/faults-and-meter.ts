import type { ChairEvent } from '@recline/contract/topics';
import type { Db } from '../../platform/db.ts';
import { deviceChanged } from './channels.ts';
import { lockFault, saveFault } from './faults-and-meter.sql.ts';
import { compareStates } from './presence/presence.rules.ts';

type FaultEvent = Extract<ChairEvent, { type: 'fault' | 'cleared' }>;

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
  const last = { bootId: known.fault_boot_id, seq: known.fault_seq, bar: known.boot_bar };
  if (compareStates(last, reported) === 'older') return;
  if (event.type === 'cleared' && event.code !== known.fault_code) return;
  await saveFault(db, deviceId, event.type === 'fault' ? event.code : null, reported.bootId, reported.seq);
  await deviceChanged.publish(db, [device]);
}
