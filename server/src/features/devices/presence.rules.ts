import type { ChairState } from '@recline/contract/topics';

/** A state that a chair reported, as opposed to the broker's last will for it. */
export type ReportedState = Exclude<ChairState, { state: 'offline' }>;

/** The place of a message in a chair's own order: boot, then sequence number. */
export interface Sequence {
  bootId: string;
  seq: number;
}

export type LastSequence = { [K in keyof Sequence]: Sequence[K] | null };

export type StateOrder = 'newer' | 'older' | 'same';

/**
 * Newer beats older, by boot and then by sequence number; the chair's clock is not used. Boots that are numbers are
 * compared as numbers. Others have no order of their own: one that differs from the last is newer, by receipt.
 */
export function compareStates(last: LastSequence, reported: Sequence): StateOrder {
  if (last.bootId === null || last.seq === null) return 'newer';
  if (reported.bootId === last.bootId) return compare(reported.seq, last.seq);
  const [now, before] = [Number(reported.bootId), Number(last.bootId)];
  return Number.isSafeInteger(now) && Number.isSafeInteger(before) ? compare(now, before) : 'newer';
}

const compare = (one: number, other: number): StateOrder => (one > other ? 'newer' : one < other ? 'older' : 'same');

/** Sequence numbers of events that are remembered between two states. */
export const maxRememberedSeqs = 16;

/** Whether numbers of one boot are missing between two states; events draw theirs from the same sequence. */
export function hasGap(last: LastSequence, reported: Sequence, eventSeqs: ReadonlySet<number>): boolean {
  if (last.bootId !== reported.bootId || last.seq === null) return false;
  if (reported.seq - last.seq > maxRememberedSeqs + 1) return true;
  for (let seq = last.seq + 1; seq < reported.seq; seq += 1) if (!eventSeqs.has(seq)) return true;
  return false;
}

/** Whether a chair is online, according to a message received at `at`. */
export interface OnlineNews {
  online: boolean;
  at: Date;
}

/** Of two messages the one received later counts, whichever server received or wrote it. */
export const isLaterNews = (news: OnlineNews, knownSince: Date | null): boolean =>
  knownSince === null || news.at >= knownSince;

/** A state as it came in. */
export interface ReceivedState {
  state: ReportedState;
  at: Date;
  /** Kept by the broker from before we subscribed. */
  retained: boolean;
}

/**
 * Whether a state is of the board that is in the chair now. One that was received before the board was replaced is not.
 * A retained one may be the old board's until the new one has reported; then the broker has the new one's.
 */
export function isOfThisBoard(
  { at, retained }: Omit<ReceivedState, 'state'>,
  { replacedAt, bootId }: { replacedAt: Date | null; bootId: string | null },
): boolean {
  if (replacedAt === null) return true;
  return at >= replacedAt && !(retained && bootId === null);
}
