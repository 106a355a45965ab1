import { ack, type ChairEvent, chairEvent } from '@recline/contract/topics';
import { type Admin, refuse } from '../../platform/admin.ts';
import { type Db, type Pool, statement } from '../../platform/db.ts';
import { makeLog } from '../../platform/log.ts';
import { makeMetrics } from '../../platform/metrics.ts';
import { record } from '../audit/index.ts';
import { makeAcks } from './acks.ts';
import { handleEvents } from './chair-events.ts';

/** Messages of chairs whose handling failed: kept as they came, listed, and replayed by an operator. */

const insert = statement<never, [string, string, string, string, Date, Date]>(
  'deadLetters.insert',
  `INSERT INTO dead_letters (device_id, kind, payload, error, received_at, failed_at) VALUES ($1, $2, $3, $4, $5, $6)`,
);

interface FailedMessage {
  deviceId: string;
  kind: string;
  body: unknown;
}

export async function buryMessage(
  pool: Pool,
  { deviceId, kind, body }: FailedMessage,
  error: unknown,
  { receivedAt, now }: { receivedAt: Date; now: Date },
): Promise<void> {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await insert(pool, deviceId, kind, JSON.stringify(body), text, receivedAt, now);
}

export interface DeadLetter {
  id: number;
  device_id: string;
  kind: 'ack' | 'evt';
  payload: unknown;
  error: string;
  received_at: Date;
  failed_at: Date;
}

const columns = 'id, device_id, kind, payload, error, received_at, failed_at';

const unresolved = statement<DeadLetter, []>(
  'deadLetters.unresolved',
  `SELECT ${columns} FROM dead_letters WHERE resolved_at IS NULL ORDER BY id LIMIT 1000`,
);

export const listDeadLetters = (db: Db): Promise<DeadLetter[]> => unresolved(db);

const byId = statement<DeadLetter, [number]>(
  'deadLetters.byId',
  `SELECT ${columns} FROM dead_letters WHERE id = $1 AND resolved_at IS NULL`,
);

const resolve = statement<never, [number, Date]>(
  'deadLetters.resolve',
  'UPDATE dead_letters SET resolved_at = $2 WHERE id = $1',
);

/**
 * Handles a message once more. An event takes effect once, however often it is replayed; the servers send the commands
 * and refunds that follow from it.
 */
export async function replayDeadLetter({ pool, clock, actor }: Admin, id: number): Promise<DeadLetter> {
  const letter = await byId.maybe(pool, id);
  if (!letter) throw refuse('deadLetterNotFound', { id });
  const deps = {
    pool,
    clock,
    log: makeLog('silent'),
    metrics: makeMetrics(),
    timing: { startWaitMs: 0 },
    followUp: () => {},
  };
  const { device_id: deviceId, received_at: receivedAt, payload } = letter;
  if (letter.kind === 'ack') await makeAcks(deps).acknowledged(deviceId, ack.parse(payload));
  else await replayEvent(deps, deviceId, chairEvent.parse(payload), receivedAt);
  await resolve(pool, id, clock());
  await record(pool, actor, 'event replay', `device ${deviceId}`, null, { deadLetter: id });
  return letter;
}

async function replayEvent(
  deps: Parameters<typeof handleEvents>[0],
  deviceId: string,
  event: ChairEvent,
  receivedAt: Date,
): Promise<void> {
  const [known] = await handleEvents(deps, [{ deviceId, event, receivedAt }]);
  if (!known) throw refuse('deviceNotFound', { deviceId });
}
