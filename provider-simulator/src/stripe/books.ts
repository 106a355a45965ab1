import type { BillRow } from '../core/bills.ts';
import { type Book, bookOf } from '../core/books.ts';
import type { Intent, StripeState } from './state.ts';

const bookStatus = { succeeded: 'done', pending: 'pending', failed: 'failed' } as const;

/** The rows of a day's bill, newest first. */
export const billRows = ({ movements }: StripeState, day: string): BillRow[] =>
  movements.filter(({ at }) => new Date(at).toISOString().startsWith(day)).toReversed();

export const books = (state: StripeState): Book[] =>
  Object.values(state.intents)
    .filter(({ status }) => status === 'succeeded')
    .map((intent) => bookOfIntent(state, intent));

function bookOfIntent({ sessions, refunds }: StripeState, { id, session, currency, amount: paid }: Intent): Book {
  const number = sessions[session]?.number ?? id;
  const refunded = Object.values(refunds).filter(({ intent }) => intent === id);
  return bookOf(
    { provider: 'stripe', number, currency, paid },
    refunded.map(({ amount, status }) => ({ amount, status: bookStatus[status] })),
  );
}
