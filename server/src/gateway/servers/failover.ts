import type { EventAck } from '@recline/contract/topics';
import { storedEvents } from '../../features/orders/index.ts';
import type { Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { every } from '../../platform/schedule.ts';
import { readMessage } from '../kinds/massage-chair.ts';
import type { Incoming } from '../mqtt.ts';
import type { Servers } from './servers.ts';

interface Observed {
  deviceId: string;
  eventId: string;
  at: number;
  message: Incoming;
}

const checkEveryMs = 500;
const maxKept = 50_000;
/** How long to wait for the server that received an event: normally, and while a server is silent. */
const patienceMs = 30_000;
const suspiciousPatienceMs = 2_000;

interface FailoverDeps {
  pool: Pool;
  log: Log;
  servers: Pick<Servers, 'someoneIsSilent'>;
  handle(message: Incoming): void;
  /** Acknowledges a stored event to its chair, possibly again. */
  confirm(deviceId: string, ack: EventAck): void;
}

/**
 * With several servers on one broker, an event is delivered to one of them. If that server dies or hangs, the chair
 * keeps the event until it reconnects, perhaps for days. So every server listens to all events, and handles
 * those that a silent one leaves. An event that is handled twice takes effect once.
 */
export function makeFailover({ pool, log, servers, handle, confirm }: FailoverDeps) {
  let observed: Observed[] = [];
  let stopTimer = async () => {};

  function observe(message: Incoming): void {
    const read = readMessage(message.topic, message.payload);
    if (typeof read === 'string' || read.kind !== 'evt' || observed.length >= maxKept) return;
    observed.push({ deviceId: read.deviceId, eventId: read.body.eventId, at: Date.now(), message });
  }

  async function check(): Promise<void> {
    if (observed.length === 0) return;
    const isSuspicious = await servers.someoneIsSilent();
    const before = Date.now() - (isSuspicious ? suspiciousPatienceMs : patienceMs);
    const due = observed.filter(({ at }) => at <= before);
    if (due.length === 0) return;
    const stored = await storedOf(due);
    observed = observed.slice(due.length);
    const left = due.filter((each) => !stored.has(keyOf(each)));
    if (left.length > 0) log.warn({ events: left.length }, 'handling events that another server left unhandled');
    for (const { message } of left) handle(message);
    // Stored, but perhaps not acknowledged, in which case the chair still keeps it.
    if (isSuspicious)
      for (const each of due) if (stored.has(keyOf(each))) confirm(each.deviceId, { eventId: each.eventId });
  }

  async function storedOf(events: Observed[]): Promise<Set<string>> {
    const rows = await storedEvents(
      pool,
      events.map(({ deviceId }) => deviceId),
      events.map(({ eventId }) => eventId),
    );
    return new Set(rows.map((row) => keyOf({ deviceId: row.device_id, eventId: row.event_id })));
  }

  return {
    observe,
    start(): void {
      stopTimer = every(checkEveryMs, check, log);
    },
    stop: () => stopTimer(),
  };
}

const keyOf = ({ deviceId, eventId }: Pick<Observed, 'deviceId' | 'eventId'>): string => `${deviceId} ${eventId}`;
