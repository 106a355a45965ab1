import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Ack,
  type ChairEvent,
  type ChairState,
  chairTopics,
  type EventAck,
  parseTopic,
} from '@recline/contract/topics';
import type { Clock } from '../platform/clock.ts';
import { isDeadlock, isOutOfReach } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { makeLogLimit } from '../platform/log-limit.ts';
import type { Metrics } from '../platform/metrics.ts';
import { makeEventRate } from './event-rate.ts';
import { makeKeyedQueue } from './keyed-queue.ts';
import { type ChairMessage, type DropReason, readMessage } from './kinds/massage-chair.ts';
import type { Incoming } from './mqtt.ts';

/** The handlers of chairs' messages. */
export interface InboxHandlers {
  /** Any message is a sign of life. */
  seen(deviceId: string): void;
  reported(deviceId: string, state: ChairState, how: { retained: boolean }): void;
  numbered(deviceId: string, bootId: string, seq: number): void;
  acknowledged(deviceId: string, ack: Ack): Promise<void>;
  /** Stores the event and acts on it. Returns false if there is no such chair. */
  happened(report: { deviceId: string; event: ChairEvent; receivedAt: Date }): Promise<boolean>;
  /** Confirms a stored event to the chair. */
  confirm(deviceId: string, ack: EventAck): void;
  /** Keeps a message that cannot be handled, for an operator to inspect and replay. */
  bury(message: ChairMessage, error: unknown, receivedAt: Date): Promise<void>;
  /**
   * Called when a chair sends more than can be queued, or than the protocol allows: its connection is closed, and it
   * replays unconfirmed events.
   */
  overrun(deviceId: string): void;
}

interface InboxDeps {
  handlers: InboxHandlers;
  clock: Clock;
  timing: InboxTiming;
  log: Log;
  metrics: Metrics;
}

export interface InboxTiming {
  /** Wait before the first retry of a message; it doubles up to `maxRetryMs`. */
  retryMs: number;
}

/** Maximum concurrency: enough for a batch of events to fill while the previous one is written. */
const parallel = 100;
const maxWaiting = 20_000;
/** One chair must not take the others' places. It keeps its unconfirmed events. */
const maxWaitingPerChair = 500;
const maxRetryMs = 5_000;
const maxTries = 8;

/** Topic → parse → handler. A bad message is counted and dropped, without affecting other chairs. */
export function makeInbox({ handlers, clock, timing, log, metrics }: InboxDeps) {
  const queue = makeKeyedQueue(parallel);
  const eventRate = makeEventRate();
  let stopped = false;
  const count = (topic: string, outcome: string) => metrics.chairMessages.inc({ topic, outcome });
  const admitToLog = makeLogLimit(clock, { perKey: 3, inAll: 60 });

  /**
   * Handles a message, with retries and backoff if the error may be temporary. While the database is unreachable it
   * retries without limit, because nothing else could be done meanwhile. Any other error ends in a dead letter.
   */
  async function handleWithRetry(message: ChairMessage, work: () => Promise<boolean>): Promise<void> {
    const receivedAt = clock();
    const { deviceId, kind } = message;
    for (let tries = 1; ; tries += 1) {
      try {
        return count(kind, (await work()) ? 'handled' : 'refused');
      } catch (error) {
        const verdict = judgeError(error, tries);
        log.warn({ err: error, deviceId, kind, tries, verdict }, "a chair's message failed");
        if (stopped) return count(kind, 'failed'); // unconfirmed, so the chair resends it
        if (verdict === 'bury' && (await isBuried(message, error, receivedAt))) return count(kind, 'buried');
        await sleep(Math.min(maxRetryMs, timing.retryMs * 2 ** Math.min(tries - 1, 10)));
      }
    }
  }

  async function isBuried(message: ChairMessage, cause: unknown, receivedAt: Date): Promise<boolean> {
    const { deviceId, kind } = message;
    try {
      await handlers.bury(message, cause, receivedAt);
      log.error({ err: cause, deviceId, kind }, "a chair's message is kept as a dead letter");
      if (kind === 'evt') handlers.confirm(deviceId, { eventId: message.body.eventId });
      return true;
    } catch (error) {
      log.error({ err: error, deviceId, kind }, 'a dead letter could not be written');
      return false;
    }
  }

  const enqueue = (message: ChairMessage, work: () => Promise<boolean>) => {
    const { deviceId, kind } = message;
    const ofChair = queue.waitingFor(deviceId) + eventRate.waitingFor(deviceId);
    const full = queue.waiting() >= maxWaiting || ofChair >= maxWaitingPerChair;
    if (!full) return eventRate.admit(deviceId, () => queue.add(deviceId, () => handleWithRetry(message, work)));
    count(kind, 'overrun');
    eventRate.forget(deviceId);
    handlers.overrun(deviceId);
  };

  function handle({ topic, payload, retained }: Incoming): void {
    const message = readMessage(topic, payload);
    if (typeof message === 'string') {
      drop(message, topic, payload);
      return;
    }
    const { deviceId, kind, body } = message;
    const isWill = kind === 'state' && body.state === 'offline';
    if (!retained && !isWill) handlers.seen(deviceId);
    if (kind === 'state') handlers.reported(deviceId, body, { retained });
    if (kind === 'state' || kind === 'hb') count(kind, 'handled');
    if (kind === 'ack') handleAck(message, body);
    if (kind === 'evt') handleEvent(message, body);
  }

  /** A chair that keeps naming another one in its messages is logged a few times a minute, then disconnected. */
  function drop(why: DropReason, topic: string, payload: Buffer): void {
    const isWrongChair = why === 'wrong chair';
    count(labelOf(topic), isWrongChair ? 'refused' : why);
    const deviceId = parseTopic(topic)?.deviceId ?? '';
    const logged = isWrongChair ? admitToLog(deviceId) : undefined;
    const line = { topic: topic.slice(0, 100), bytes: payload.length, ...logged };
    log[logged ? 'warn' : 'debug'](line, `a ${why} message was dropped`);
    if (isWrongChair && !logged) handlers.overrun(deviceId);
  }

  /** An acceptance changes nothing yet: it must not delay the event after it. */
  function handleAck(message: ChairMessage, ack: Ack): void {
    const work = () => handlers.acknowledged(message.deviceId, ack).then(() => true);
    if (ack.result === 'accepted') void handleWithRetry(message, work);
    else enqueue(message, work);
  }

  function handleEvent(message: ChairMessage, event: ChairEvent): void {
    const { deviceId } = message;
    const receivedAt = clock();
    handlers.numbered(deviceId, String(event.bootId), event.seq);
    enqueue(message, async () => {
      const stored = await handlers.happened({ deviceId, event, receivedAt });
      if (stored) handlers.confirm(deviceId, { eventId: event.eventId });
      return stored;
    });
  }

  return {
    handle,
    drained: queue.drained,
    lagMs: queue.lagMs,
    async stop(): Promise<void> {
      stopped = true;
      eventRate.stop();
      await queue.drained();
    },
  };
}

/** `retry`: the cause may be temporary (no connection, a deadlock). `bury`: a retry would fail the same way. */
export function judgeError(error: unknown, tries: number): 'retry' | 'bury' {
  if (isOutOfReach(error)) return 'retry';
  return isDeadlock(error) && tries < maxTries ? 'retry' : 'bury';
}

/** A label from a fixed set, so that unknown topics do not add metrics. */
const labelOf = (topic: string): string => chairTopics.find((known) => topic.endsWith(`/${known}`)) ?? 'other';
