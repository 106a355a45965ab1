import type { ChairState } from '@recline/contract/topics';

/** A state that a chair reported, as opposed to the broker's last will for it. */
export type ReportedState = Exclude<ChairState, { state: 'offline' }>;

/** The place of a message in a chair's own order: boot, then sequence number. */
export interface Sequence {
  bootId: string;
  seq: number;
}

export type LastSequence = { [K in keyof Sequence]: Sequence[K] | null } & {
  /** The highest boot number so far that later boots must reach; see `barOf`. */
  bar: number | null;
};

export type StateOrder = 'newer' | 'older' | 'same';

/** A boot number this far above the last one was not reached by counting boots. */
const maxBootStep = 2 ** 31;

const bootNumber = (bootId: string | null): number | null => {
  const number = Number(bootId ?? 'none');
  return Number.isSafeInteger(number) ? number : null;
};

/**
 * The bar after a boot: its number, unless that is a text or too large a jump. Otherwise one message could make the
 * server ignore all later boots of the chair.
 */
export function barOf(bootId: string | null, bar: number | null): number | null {
  const number = bootNumber(bootId);
  if (number === null || (bar !== null && number - bar > maxBootStep)) return bar;
  return number;
}

/**
 * Newer beats older, by boot and then by sequence number; the chair's clock is not used. A boot that is a text, or a
 * number far above the bar, has no order: if it differs from the last, it is newer, by receipt.
 */
export function compareStates(last: LastSequence, reported: Sequence): StateOrder {
  if (last.bootId === null || last.seq === null) return 'newer';
  if (reported.bootId === last.bootId) return compare(reported.seq, last.seq);
  const [number, bar] = [bootNumber(reported.bootId), barOf(last.bootId, last.bar)];
  return number !== null && bar !== null && number < bar ? 'older' : 'newer';
}

/** A state of an older boot, and when the chair was queried because of it. */
export interface Doubt extends Sequence {
  queriedAt: Date;
}

/** Whether a chair answers such a query with the same boot: then its boot numbers did begin anew. */
export const answersDoubt = (doubt: Doubt | undefined, reported: Sequence, receivedAt: Date): boolean =>
  doubt !== undefined &&
  doubt.bootId === reported.bootId &&
  reported.seq > doubt.seq &&
  receivedAt.getTime() > doubt.queriedAt.getTime();

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

/** A state as received. */
export interface ReceivedState {
  state: ReportedState;
  at: Date;
  /** Retained by the broker since before we subscribed. */
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
