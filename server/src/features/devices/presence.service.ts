import { limits } from '@recline/contract/limits';
import type { ChairState } from '@recline/contract/topics';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { publish } from '../../platform/notify.ts';
import { hasGap, judgeState, type ToldState } from './presence.rules.ts';
import * as sql from './presence.sql.ts';

/** What came from a chair since the last writing. */
interface News {
  seenAt: Date | null;
  /** The last sign of life, or the last will after it. */
  online: boolean | null;
  states: ToldState[];
}

export interface RunningReport {
  deviceId: string;
  orderId: string;
  endsAt: Date | null;
}

interface PresenceDeps {
  pool: Pool;
  clock: Clock;
  /** Numbers are missing: asks the chair how it is. */
  query(deviceId: string): void;
  /** Chairs that say they run an order. */
  onRunning(reports: RunningReport[]): Promise<void>;
}

const rememberedSeqs = 16;
/** More than a chair has to say between two writings; while the database is away the newest are enough. */
const mostStates = 50;

/** Who is there and how: gathered as it comes and written for all chairs at once. */
export function makePresence({ pool, clock, query, onRunning }: PresenceDeps) {
  let news = new Map<string, News>();
  const eventSeqs = new Map<string, { bootId: string; seqs: Set<number> }>();

  const newsOf = (deviceId: string): News => {
    const known = news.get(deviceId) ?? { seenAt: null, online: null, states: [] };
    news.set(deviceId, known);
    return known;
  };

  function seen(deviceId: string): void {
    Object.assign(newsOf(deviceId), { seenAt: clock(), online: true });
  }

  function reported(deviceId: string, state: ChairState, _retained: boolean): void {
    if (state.state === 'offline') newsOf(deviceId).online = false;
    else keepNewest(newsOf(deviceId).states, state);
  }

  /** Events draw their numbers from the same row as states. */
  function numbered(deviceId: string, bootId: string, seq: number): void {
    const known = eventSeqs.get(deviceId);
    const seqs = known?.bootId === bootId ? known.seqs : new Set<number>();
    seqs.add(seq);
    for (const oldest of seqs) {
      if (seqs.size <= rememberedSeqs) break;
      seqs.delete(oldest);
    }
    eventSeqs.set(deviceId, { bootId, seqs });
  }

  /** Writes what came; if that fails, it waits for the next turn with whatever came since. */
  async function flush(): Promise<void> {
    if (news.size === 0) return;
    const batch = news;
    news = new Map();
    try {
      const result = await transaction(pool, (db) => save(db, batch));
      for (const deviceId of result.gaps) query(deviceId);
      if (result.running.length > 0) await onRunning(result.running);
    } catch (error) {
      for (const [deviceId, older] of batch) news.set(deviceId, merge(older, news.get(deviceId)));
      throw error;
    }
  }

  async function save(db: Db, batch: Map<string, News>) {
    const gaps: string[] = [];
    const running: RunningReport[] = [];
    const rows = await sql.lockDevices(db, [...batch.keys()]);
    const changed: sql.PresenceRow[] = [];
    for (const row of rows) {
      const { states, seenAt, online } = batch.get(row.id) ?? { states: [], seenAt: null, online: null };
      const before = `${row.online} ${row.fault_code}`;
      for (const state of states) {
        const verdict = applyState(row, state, eventSeqs.get(row.id));
        if (verdict === 'gap') gaps.push(row.id);
        if (verdict !== 'older' && state.state === 'running' && state.orderId) {
          const endsAt = state.endsAt ? new Date(state.endsAt) : null;
          running.push({ deviceId: row.id, orderId: state.orderId, endsAt });
        }
      }
      if (seenAt) row.last_seen_at = seenAt;
      if (online !== null && online !== row.online) {
        Object.assign(row, { online, offline_since: online ? null : clock() });
      }
      if (before !== `${row.online} ${row.fault_code}`) changed.push(row);
    }
    await sql.saveDevices(db, ...sql.columnsOf(rows));
    await publish(db, 'device', ...changed.map((row) => ({ deviceId: row.id, outletId: row.outlet_id })));
    return { gaps, running };
  }

  async function sweep(): Promise<void> {
    const now = clock();
    const silentSince = new Date(now.getTime() - limits.offlineSeconds * 1000);
    await transaction(pool, async (db) => {
      const silent = await sql.markSilent(db, silentSince, now);
      await publish(db, 'device', ...silent.map(({ id, outlet_id }) => ({ deviceId: id, outletId: outlet_id })));
    });
  }

  return { seen, reported, numbered, flush, sweep };
}

export type Presence = ReturnType<typeof makePresence>;

function keepNewest(states: ToldState[], state: ToldState): void {
  states.push(state);
  if (states.length > mostStates) states.shift();
}

function merge(older: News, newer: News | undefined): News {
  if (!newer) return older;
  return {
    seenAt: newer.seenAt ?? older.seenAt,
    online: newer.online ?? older.online,
    states: [...older.states, ...newer.states].slice(-mostStates),
  };
}

function applyState(
  row: sql.PresenceRow,
  state: ToldState,
  events: { bootId: string; seqs: Set<number> } | undefined,
): 'applied' | 'gap' | 'older' {
  const told = { bootId: String(state.bootId), seq: state.seq, at: new Date(state.at) };
  const last = { bootId: row.boot_id, seq: row.seq, at: row.state_at };
  const verdict = judgeState(last, told);
  if (verdict !== 'newer') return verdict === 'same' ? 'applied' : 'older';
  const seqs = events?.bootId === told.bootId ? events.seqs : new Set<number>();
  const gap = hasGap(last, told, seqs);
  Object.assign(row, {
    fault_code: state.state === 'fault' ? (state.faultCode ?? 'unknown') : (state.faultCode ?? null),
    firmware: state.firmware,
    boot_id: told.bootId,
    seq: told.seq,
    state_at: told.at,
  });
  return gap ? 'gap' : 'applied';
}
