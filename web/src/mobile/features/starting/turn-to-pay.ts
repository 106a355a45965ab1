import type { Contract } from '@recline/contract';
import type { OutputOf } from '@recline/contract/call';
import { isOutcomeKnown } from './start-request.ts';

export type Payable = OutputOf<Contract['starting']['pay']>;

/** Seconds that a call waits for the turn to pay. After them its answer has the remaining wait. */
export const patience = 3;

const pauseMs = 1_000;
/** A phone that was in the background has lost the answer, so the call is repeated, each time later. */
const maxUnanswered = 5;

interface Waiting {
  /** How the placed order is paid now. */
  ask(): Promise<Payable>;
  onWait(seconds: number): void;
  /** Ends the wait. */
  signal: AbortSignal;
}

const sleep = (ms: number) => new Promise<unknown>((resolve) => setTimeout(resolve, ms));

/**
 * How an order can be paid, once it is its payer's turn. The server keeps the place of a caller who asks again. Null if
 * the wait was ended.
 */
export async function untilTurn(
  placed: Payable,
  { ask, onWait, signal }: Waiting,
  pause = sleep,
): Promise<Payable | null> {
  let answer = placed;
  for (let unanswered = 0; answer.wait && !signal.aborted; ) {
    onWait(Number(answer.wait.seconds));
    await pause(pauseMs * 2 ** unanswered);
    if (signal.aborted) break;
    try {
      answer = await ask();
      unanswered = 0;
    } catch (error) {
      unanswered += 1;
      if (!signal.aborted && (isOutcomeKnown(error) || unanswered === maxUnanswered)) throw error;
    }
  }
  return signal.aborted ? null : answer;
}
