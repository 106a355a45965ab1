import { limits } from '@recline/contract/limits';
import type { ChairState } from '@recline/contract/topics';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { every } from '../../../platform/schedule.ts';
import { deviceChanged } from '../channels.ts';
import { applyNews, type News, nothing, type RunningReport } from './chair-news.rules.ts';
import { type Doubt, maxRememberedSeqs, type ReceivedState, type Sequence } from './presence.rules.ts';
import * as sql from './presence.sql.ts';

export interface PresenceTiming {
  flushEveryMs: number;
  silenceEveryMs: number;
}

interface PresenceDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  timing: PresenceTiming;
  /** Asks a chair for a fresh state: sequence numbers are missing, or it was reported offline. */
  query(deviceId: string): void;
  runningReported(reports: RunningReport[]): Promise<void>;
}

/** More than a chair sends between two flushes. While the database is down, the newest are kept. */
const maxStates = 50;

/** Presence and states of chairs: buffered, and written for all chairs together. */
export function makePresence({ pool, clock, log, timing, query, runningReported }: PresenceDeps) {
  let news = new Map<string, News>();
  const eventSeqs = new Map<string, { bootId: string; seqs: Set<number> }>();
  /** Keyed by chair. */
  const doubts = new Map<string, Doubt>();
  const timers: (() => Promise<void>)[] = [];

  const newsOf = (deviceId: string): News => {
    const known = news.get(deviceId) ?? { ...nothing, states: [] };
    news.set(deviceId, known);
    return known;
  };

  /** Any message is a sign of life. */
  function seen(deviceId: string): void {
    const at = clock();
    Object.assign(newsOf(deviceId), { seenAt: at, online: { online: true, at } });
  }

  function reported(deviceId: string, state: ChairState, { retained } = { retained: false }): void {
    const at = clock();
    if (state.state === 'offline') newsOf(deviceId).online = { online: false, at };
    else keepNewest(newsOf(deviceId).states, { state, at, retained });
  }

  /** Remembers an event's sequence number, so that it is not taken for a gap between states. */
  function numbered(deviceId: string, bootId: string, seq: number): void {
    const known = eventSeqs.get(deviceId);
    const seqs = known?.bootId === bootId ? known.seqs : new Set<number>();
    seqs.add(seq);
    for (const oldest of seqs) {
      if (seqs.size <= maxRememberedSeqs) break;
      seqs.delete(oldest);
    }
    eventSeqs.set(deviceId, { bootId, seqs });
  }

  /** Writes the buffer; on an error it is kept for the next flush. */
  async function flush(): Promise<void> {
    if (news.size === 0) return;
    const batch = news;
    news = new Map();
    let result: Saved;
    try {
      result = await transaction(pool, (db) => save(db, batch));
    } catch (error) {
      for (const [deviceId, older] of batch) news.set(deviceId, merge(older, news.get(deviceId)));
      throw error;
    }
    for (const [deviceId, state] of result.doubted) doubts.set(deviceId, { ...state, queriedAt: clock() });
    for (const deviceId of new Set([...result.toQuery, ...result.doubted.keys()])) query(deviceId);
    if (result.running.length > 0) await runningReported(result.running);
  }

  async function save(db: Db, batch: Map<string, News>): Promise<Saved> {
    const rows = await sql.lockDevices(db, [...batch.keys()]);
    const toQuery = new Set<string>();
    const doubted = new Map<string, Sequence>();
    const running: RunningReport[] = [];
    const changed: sql.PresenceRow[] = [];
    for (const row of rows) {
      const known = { events: eventSeqs.get(row.id), doubt: doubts.get(row.id) };
      const outcome = applyNews(row, batch.get(row.id) ?? nothing, known);
      if (outcome.query) toQuery.add(row.id);
      if (outcome.doubted) doubted.set(row.id, outcome.doubted);
      running.push(...outcome.running);
      if (outcome.changed) changed.push(row);
    }
    await sql.saveDevices(
      db,
      rows.map(({ outlet_id: _outlet, replaced_at: _replaced, ...row }) => row),
    );
    await deviceChanged.publish(
      db,
      changed.map((row) => ({ deviceId: row.id, outletId: row.outlet_id })),
    );
    return { toQuery, doubted, running };
  }

  /** Marks chairs as offline that sent nothing for too long. */
  async function markSilent(): Promise<void> {
    const now = clock();
    const silentSince = new Date(now.getTime() - limits.offlineSeconds * 1000);
    await transaction(pool, async (db) => {
      const silent = await sql.markSilent(db, silentSince, now);
      await deviceChanged.publish(
        db,
        silent.map(({ id, outlet_id }) => ({ deviceId: id, outletId: outlet_id })),
      );
    });
  }

  return {
    seen,
    reported,
    numbered,
    start(): void {
      timers.push(every(timing.flushEveryMs, flush, log), every(timing.silenceEveryMs, markSilent, log));
    },
    async stop(): Promise<void> {
      await Promise.all(timers.map((stop) => stop()));
      await flush();
    },
  };
}

export type Presence = ReturnType<typeof makePresence>;

interface Saved {
  toQuery: ReadonlySet<string>;
  /** States of older boots: the chair is queried, and accepted once it answers with that boot. */
  doubted: ReadonlyMap<string, Sequence>;
  running: RunningReport[];
}

function keepNewest(states: ReceivedState[], state: ReceivedState): void {
  states.push(state);
  if (states.length > maxStates) states.shift();
}

function merge(older: News, newer: News | undefined): News {
  if (!newer) return older;
  return {
    seenAt: newer.seenAt ?? older.seenAt,
    online: newer.online ?? older.online,
    states: [...older.states, ...newer.states].slice(-maxStates),
  };
}
