import {
  answersDoubt,
  barOf,
  compareStates,
  type Doubt,
  hasGap,
  isLaterNews,
  isOfThisBoard,
  type OnlineNews,
  type ReceivedState,
  type ReportedState,
  type Sequence,
} from './presence.rules.ts';
import type { PresenceRow } from './presence.sql.ts';

/** What a chair sent since the last flush. */
export interface News {
  seenAt: Date | null;
  /** The last sign of life, or a later last will. */
  online: OnlineNews | null;
  states: ReceivedState[];
}

/** A chair's state says that it runs an order. */
export interface RunningReport {
  deviceId: string;
  orderId: string;
  endsAt: Date | null;
}

export const nothing: Readonly<News> = { seenAt: null, online: null, states: [] };

/** What the server remembers of a chair besides its row. */
interface Known {
  events: { bootId: string; seqs: Set<number> } | undefined;
  doubt: Doubt | undefined;
}

interface NewsOutcome {
  /** The chair is queried for its state. */
  query: boolean;
  /** A state of an older boot: the chair is queried, and accepted once it answers with that boot. */
  doubted: Sequence | undefined;
  running: RunningReport[];
  /** Whether it came online, went offline, broke down or recovered. */
  changed: boolean;
}

/** Brings a chair's row up to date. */
export function applyNews(row: PresenceRow, news: Readonly<News>, known: Known): NewsOutcome {
  const before = `${row.online} ${row.fault_code}`;
  const outcome: NewsOutcome = { query: false, doubted: undefined, running: [], changed: false };
  for (const received of news.states) applyReceived(row, received, known, outcome);
  if (isCurrent(row, news.seenAt)) row.last_seen_at = news.seenAt;
  if (isCurrent(row, news.online?.at) && applyOnline(row, news.online) === 'last will') outcome.query = true;
  outcome.changed = before !== `${row.online} ${row.fault_code}`;
  return outcome;
}

function applyReceived(row: PresenceRow, received: ReceivedState, known: Known, outcome: NewsOutcome): void {
  const { state } = received;
  if (!isOfThisBoard(received, { replacedAt: row.replaced_at, bootId: row.boot_id })) {
    outcome.query = true;
    return;
  }
  const applied = applyState(row, received, known);
  if (applied === 'gap') outcome.query = true;
  if (applied === 'older boot') outcome.doubted = sequenceOf(state);
  if (applied === 'applied' || applied === 'gap') outcome.running.push(...runningIn(row.id, state));
}

/** Whether there is news from the current board. */
const isCurrent = ({ replaced_at }: PresenceRow, at: Date | null | undefined): boolean =>
  at != null && (replaced_at === null || at >= replaced_at);

const runningIn = (deviceId: string, state: ReportedState): RunningReport[] =>
  state.state === 'running' && state.orderId
    ? [{ deviceId, orderId: state.orderId, endsAt: state.endsAt ? new Date(state.endsAt) : null }]
    : [];

/**
 * A last will has no sequence number: it is ordered by its receipt, and the chair is queried once, even if it was
 * offline already: another server may not have written an earlier sign of life yet, which must no longer count.
 */
function applyOnline(row: PresenceRow, news: OnlineNews | null): 'last will' | 'sign of life' | 'ignored' {
  if (!news || !isLaterNews(news, row.online_at)) return 'ignored';
  row.online_at = news.at;
  if (news.online !== row.online) {
    Object.assign(row, { online: news.online, offline_since: news.online ? null : news.at });
  }
  return news.online ? 'sign of life' : 'last will';
}

function applyState(
  row: PresenceRow,
  { state, at }: ReceivedState,
  known: Known,
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
function applyFault(row: PresenceRow, state: ReportedState, reported: Sequence): void {
  if (compareStates({ bootId: row.fault_boot_id, seq: row.fault_seq, bar: row.boot_bar }, reported) !== 'newer') return;
  Object.assign(row, {
    fault_code: state.state === 'fault' ? (state.faultCode ?? 'unknown') : (state.faultCode ?? null),
    fault_boot_id: reported.bootId,
    fault_seq: reported.seq,
  });
}
