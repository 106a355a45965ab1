import { ack, chairEvent } from '@recline/contract/topics';
import { type Admin, refuse } from '../../../platform/admin.ts';
import type { Db, Pool } from '../../../platform/db.ts';
import { makeLog } from '../../../platform/log.ts';
import { makeMetrics } from '../../../platform/metrics.ts';
import { record } from '../../audit/index.ts';
import { type OrderStore, withoutServer } from '../lifecycle/lifecycle.service.ts';
import type { EventReport } from './chair.sql.ts';
import { handleEvents, makeAnswers } from './chair-events.ts';
import * as sql from './dead-letters.sql.ts';

export type DeadLetter = sql.DeadLetter;

/** Messages of chairs whose handling failed: kept as they came, listed, and replayed by an operator. */

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
  await sql.insertLetter(pool, deviceId, kind, JSON.stringify(body), text, receivedAt, now);
}

export const listDeadLetters = (db: Db): Promise<sql.DeadLetter[]> => sql.unresolvedLetters(db);

/**
 * Handles a message once more. An event takes effect once, however often it is replayed; the servers send the commands
 * and refunds that follow from it.
 */
export async function replayDeadLetter(
  { pool, clock, actor, faultRefund }: Admin & Pick<OrderStore, 'faultRefund'>,
  id: number,
): Promise<DeadLetter> {
  const letter = await sql.letterById.maybe(pool, id);
  if (!letter) throw refuse('deadLetterNotFound', { id });
  const store = withoutServer({ pool, clock, faultRefund });
  const { device_id: deviceId, received_at: receivedAt, payload } = letter;
  if (letter.kind === 'ack') await makeAnswers(store).acknowledged(deviceId, ack.parse(payload));
  else await replayEvent(store, { deviceId, event: chairEvent.parse(payload), receivedAt });
  await sql.resolveLetter(pool, id, clock());
  await record(pool, actor, 'event replay', `device ${deviceId}`, null, { deadLetter: id });
  return letter;
}

async function replayEvent(store: OrderStore, report: EventReport): Promise<void> {
  const [known] = await handleEvents({ ...store, log: makeLog('silent'), metrics: makeMetrics() }, [report]);
  if (!known) throw refuse('deviceNotFound', { deviceId: report.deviceId });
}
