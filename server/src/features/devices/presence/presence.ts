import { limits } from '@recline/contract/limits';
import type { ChairState } from '@recline/contract/topics';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { every } from '../../../platform/schedule.ts';
import { deviceChanged } from '../channels.ts';
import {
  answersDoubt,
  barOf,
  compareStates,
  type Doubt,
  hasGap,
  isLaterNews,
  isOfThisBoard,
  maxRememberedSeqs,
  type OnlineNews,
  type ReceivedState,
  type ReportedState,
  type Sequence,
} from './presence.rules.ts';
import * as sql from './presence.sql.ts';

/** What a chair sent since the last flush. */
interface News {
  seenAt: Date | null;
  /** The last sign of life, or the last will after it. */
  online: OnlineNews | null;
  states: ReceivedState[];
}

/** A chair's state says that it runs an order. */
export interface RunningReport {
  deviceId: string;
  orderId: string;
  endsAt: Date | null;
}

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
  /** By chair. */
  const doubts = new Map<string, Doubt>();
  const timers: (() => Promise<void>)[] = [];

  const newsOf = (deviceId: string): News => {
    const known = news.get(deviceId) ?? { seenAt: null, online: null, states: [] };
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
      const before = `${row.online} ${row.fault_code}`;
      const ofChair = batch.get(row.id);
      if (!ofChair) continue;
      for (const received of ofChair.states) {
        const { state } = received;
        if (!isOfThisBoard(received, { replacedAt: row.replaced_at, bootId: row.boot_id })) {
          toQuery.add(row.id);
          continue;
        }
        const outcome = applyState(row, received, { events: eventSeqs.get(row.id), doubt: doubts.get(row.id) });
        if (outcome === 'gap') toQuery.add(row.id);
        if (outcome === 'older boot') doubted.set(row.id, sequenceOf(state));
        if (outcome === 'applied' || outcome === 'gap') running.push(...runningIn(row.id, state));
      }
      if (isCurrent(row, ofChair.seenAt)) row.last_seen_at = ofChair.seenAt;
      if (isCurrent(row, ofChair.online?.at) && applyOnline(row, ofChair.online) === 'last will') toQuery.add(row.id);
      if (before !== `${row.online} ${row.fault_code}`) changed.push(row);
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
  /** States of older boots: the chair is queried, and believed once it answers with that boot. */
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

/** Whether there is news from the current board. */
const isCurrent = ({ replaced_at }: sql.PresenceRow, at: Date | null | undefined): boolean =>
  at != null && (replaced_at === null || at >= replaced_at);

const runningIn = (deviceId: string, state: ReportedState): RunningReport[] =>
  state.state === 'running' && state.orderId
    ? [{ deviceId, orderId: state.orderId, endsAt: state.endsAt ? new Date(state.endsAt) : null }]
    : [];

/**
 * A last will has no sequence number: it is ordered by its receipt, and the chair is queried once, even if it was
 * offline already: another server may not have written an earlier sign of life yet, which no longer counts.
 */
function applyOnline(row: sql.PresenceRow, news: OnlineNews | null): 'last will' | 'sign of life' | 'ignored' {
  if (!news || !isLaterNews(news, row.online_at)) return 'ignored';
  row.online_at = news.at;
  if (news.online !== row.online) {
    Object.assign(row, { online: news.online, offline_since: news.online ? null : news.at });
  }
  return news.online ? 'sign of life' : 'last will';
}

function applyState(
  row: sql.PresenceRow,
  { state, at }: ReceivedState,
  known: { events: { bootId: string; seqs: Set<number> } | undefined; doubt: Doubt | undefined },
): 'applied' | 'gap' | 'older' | 'older boot' {
  const reported = sequenceOf(state);
  const last = { bootId: row.boot_id, seq: row.seq, bar: row.boot_bar };
  const order = compareStates(last, reported);
  const beginsAnew = order === 'older' && answersDoubt(known.doubt, reported, at);
  if (order === 'same') return 'applied';
  if (order === 'older' && !beginsAnew) return reported.bootId === row.boot_id ? 'older' : 'older boot';
  const gap = hasGap(last, reported, known.events?.bootId === reported.bootId ? known.events.seqs : new Set());
  const bar = beginsAnew ? null : barOf(row.boot_id, row.boot_bar);
  if (beginsAnew) Object.assign(row, { fault_boot_id: null, fault_seq: null });
  Object.assign(row, { firmware: state.firmware, boot_id: reported.bootId, seq: reported.seq });
  row.boot_bar = barOf(reported.bootId, bar);
  applyFault(row, state, reported);
  return gap ? 'gap' : 'applied';
}

const sequenceOf = ({ bootId, seq }: ReportedState): Sequence => ({ bootId: String(bootId), seq });

/** States are buffered and events are not, so a newer event may have set or cleared the fault already. */
function applyFault(row: sql.PresenceRow, state: ReportedState, reported: Sequence): void {
  if (compareStates({ bootId: row.fault_boot_id, seq: row.fault_seq, bar: row.boot_bar }, reported) !== 'newer') return;
  Object.assign(row, {
    fault_code: state.state === 'fault' ? (state.faultCode ?? 'unknown') : (state.faultCode ?? null),
    fault_boot_id: reported.bootId,
    fault_seq: reported.seq,
  });
}
