import type { ChairState } from '@recline/contract/topics';

/** A state that a chair told, as opposed to the broker telling that it is gone. */
export type ToldState = Exclude<ChairState, { state: 'offline' }>;

/** The newest state of a chair that we know. */
export interface LastState {
  bootId: string | null;
  seq: number | null;
  at: Date | null;
}

export type StateVerdict = 'newer' | 'older' | 'same';

/**
 * Newer beats older, by boot and then by number. Boots that are numbers are compared as numbers; others
 * have no order of their own, so a different one is a new boot unless its time is before the last state's.
 */
export function judgeState(last: LastState, told: { bootId: string; seq: number; at: Date }): StateVerdict {
  if (last.bootId === null || last.seq === null) return 'newer';
  if (told.bootId === last.bootId) return compare(told.seq, last.seq);
  const numbers = [told.bootId, last.bootId].map(Number);
  if (numbers.every(Number.isSafeInteger)) return compare(numbers[0] ?? 0, numbers[1] ?? 0);
  return last.at !== null && told.at < last.at ? 'older' : 'newer';
}

const compare = (told: number, last: number): StateVerdict => (told > last ? 'newer' : told < last ? 'older' : 'same');

/** Whether numbers of one boot are missing between two states; a chair's events may have used them up. */
export function hasGap(
  last: LastState,
  told: { bootId: string; seq: number },
  eventSeqs: ReadonlySet<number>,
): boolean {
  if (last.bootId !== told.bootId || last.seq === null) return false;
  for (let seq = last.seq + 1; seq < told.seq; seq += 1) if (!eventSeqs.has(seq)) return true;
  return false;
}
