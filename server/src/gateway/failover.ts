import type { EventAck } from '@recline/contract/topics';
import { type Pool, statement } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { every } from '../platform/schedule.ts';
import { readMessage } from './kinds/massage-chair.ts';
import type { Incoming } from './mqtt.ts';
import type { Peers } from './peers.ts';

const stored = statement<{ device_id: string; event_id: string }, [string[], string[]]>(
  'witness.stored',
  `SELECT device_id, event_id FROM device_events
   JOIN unnest($1::text[], $2::text[]) AS v (device_id, event_id) USING (device_id, event_id)`,
);

interface Seen {
  deviceId: string;
  eventId: string;
  at: number;
  message: Incoming;
}

const lookEvery = 500;
const mostKept = 50_000;
/** How long whoever an event was dealt to is left alone with it: the second, once a server has fallen silent. */
const patience = 30_000;
const suspicion = 2_000;

interface FailoverDeps {
  pool: Pool;
  log: Log;
  peers: Peers;
  handle(message: Incoming): void;
  /** The event is safe: tells the chair, perhaps once more. */
  confirm(deviceId: string, ack: EventAck): void;
}

/**
 * With several servers on one broker, an event is dealt to one of them. Should that one die with it, or
 * hang, the chair would keep the event until it reconnects, which may be days. So every server hears of
 * every event, and the others finish what a silent one began. Handled twice, an event acts once.
 */
export function makeFailover({ pool, log, peers, handle, confirm }: FailoverDeps) {
  let seen: Seen[] = [];

  function hear(message: Incoming): void {
    const read = readMessage(message.topic, message.payload);
    if (typeof read === 'string' || read.kind !== 'evt' || seen.length >= mostKept) return;
    seen.push({ deviceId: read.deviceId, eventId: read.body.eventId, at: Date.now(), message });
  }

  async function look(): Promise<void> {
    const isMissing = peers.someoneIsMissing();
    const before = Date.now() - (isMissing ? suspicion : patience);
    const due = seen.filter(({ at }) => at <= before);
    if (due.length === 0) return;
    const known = await storedOf(due);
    seen = seen.slice(due.length);
    const left = due.filter((each) => !known.has(keyOf(each)));
    if (left.length > 0) log.warn({ events: left.length }, 'handling events that another server let lie');
    for (const { message } of left) handle(message);
    // Stored, and perhaps not told: the chair forgets it only then.
    if (isMissing)
      for (const each of due) if (known.has(keyOf(each))) confirm(each.deviceId, { eventId: each.eventId });
  }

  async function storedOf(events: Seen[]): Promise<Set<string>> {
    const [devices, ids] = [events.map(({ deviceId }) => deviceId), events.map(({ eventId }) => eventId)];
    const rows = await stored(pool, devices, ids);
    return new Set(rows.map((row) => keyOf({ deviceId: row.device_id, eventId: row.event_id })));
  }

  return { hear, stop: every(lookEvery, look, log) };
}

const keyOf = ({ deviceId, eventId }: Pick<Seen, 'deviceId' | 'eventId'>): string => `${deviceId} ${eventId}`;
