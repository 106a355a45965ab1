import { setTimeout as sleep } from 'node:timers/promises';
import { type Ack, type ChairEvent, type ChairState, chairTopics, type EventAck } from '@recline/contract/topics';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Pace } from '../platform/pace.ts';
import { makeKeyedQueue } from './keyed-queue.ts';
import { type ChairMessage, readMessage } from './kinds/massage-chair.ts';
import type { Incoming } from './mqtt.ts';

/** Who hears what the chairs say. */
export interface Hearers {
  /** A sign of life, whatever it was. */
  seen(deviceId: string): void;
  reported(deviceId: string, state: ChairState, retained: boolean): void;
  numbered(deviceId: string, bootId: string, seq: number): void;
  acknowledged(deviceId: string, ack: Ack): Promise<void>;
  /** Stores the event and acts on it. False: no such chair. */
  happened(deviceId: string, event: ChairEvent): Promise<boolean>;
  /** The event is safe: tells the chair. */
  confirm(deviceId: string, ack: EventAck): void;
  /** More has come than can be kept: the chair must say it again, which it does when it reconnects. */
  overrun(deviceId: string): void;
}

const sideBySide = 12;
const mostWaiting = 20_000;
/** A chair that says more than we can take must not take the others' places. It keeps what nobody confirmed. */
const mostWaitingOfOne = 500;

/** Topic → parse → whoever acts on it. A bad message is counted and dropped, and nobody else notices. */
export function makeInbox(hearers: Hearers, pace: Pace, log: Log, metrics: Metrics) {
  const lanes = makeKeyedQueue(sideBySide);
  let stopped = false;
  const count = (topic: string, outcome: string) => metrics.chairMessages.inc({ topic, outcome });

  /** Tried again for as long as the database is away: the chair will not send it again before it reconnects. */
  async function act({ deviceId, kind }: ChairMessage, work: () => Promise<boolean>): Promise<void> {
    for (;;) {
      try {
        return void count(kind, (await work()) ? 'handled' : 'refused');
      } catch (error) {
        if (stopped || isLasting(error)) {
          log.error({ err: error, deviceId, kind }, "a chair's message failed");
          return void count(kind, 'failed');
        }
        await sleep(pace.messageRetry);
      }
    }
  }

  const inLane = (message: ChairMessage, work: () => Promise<boolean>) => {
    const full = lanes.waiting() >= mostWaiting || lanes.waitingIn(message.deviceId) >= mostWaitingOfOne;
    if (!full) return lanes.add(message.deviceId, () => act(message, work));
    count(message.kind, 'failed');
    hearers.overrun(message.deviceId);
  };

  function handle({ topic, payload, retained }: Incoming): void {
    const message = readMessage(topic, payload);
    if (typeof message === 'string') {
      log.debug({ topic: topic.slice(0, 100), bytes: payload.length }, `${message} message`);
      return void count(labelOf(topic), message);
    }
    const { deviceId, kind, body } = message;
    const isWill = kind === 'state' && body.state === 'offline';
    if (!retained && !isWill) hearers.seen(deviceId);
    if (kind === 'state') hearers.reported(deviceId, body, retained);
    if (kind === 'state' || kind === 'hb') count(kind, 'handled');
    if (kind === 'ack') {
      // An acceptance changes nothing yet: it must not hold up the event behind it.
      const work = () => hearers.acknowledged(deviceId, body).then(() => true);
      if (body.result === 'accepted') void act(message, work);
      else inLane(message, work);
    }
    if (kind === 'evt') {
      hearers.numbered(deviceId, String(body.bootId), body.seq);
      inLane(message, async () => {
        const stored = await hearers.happened(deviceId, body);
        // Whoever waits for this event comes first: the chair has all the time in the world.
        if (stored) setImmediate(() => hearers.confirm(deviceId, { eventId: body.eventId }));
        return stored;
      });
    }
  }

  return {
    handle,
    async stop() {
      stopped = true;
      await lanes.settled();
    },
  };
}

/**
 * An error that trying again would only repeat: the data is refused, or the code is wrong. Any other
 * (no connection, one that broke midway, a deadlock, a shutdown) may be gone a moment later.
 */
function isLasting(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return /^(2|3|42)[0-9A-Z]{3,4}$/.test(code) || error instanceof TypeError || error instanceof RangeError;
}

/** A label out of a fixed set: strange topics must not grow the metrics. */
const labelOf = (topic: string): string => chairTopics.find((known) => topic.endsWith(`/${known}`)) ?? 'other';
