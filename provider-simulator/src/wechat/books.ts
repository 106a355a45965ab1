import type { BillRow } from '../core/bills.ts';
import { type Book, bookOf } from '../core/books.ts';
import { beijingDay } from '../core/clock.ts';
import type { WechatPayments } from './payments.ts';
import type { WechatRefunds } from './refunds.ts';
import type { WechatPayment, WechatState } from './state.ts';

interface BookDeps {
  state: WechatState;
  payments: WechatPayments;
  refunds: WechatRefunds;
}

const feeRate = 0.006;
const bookStatus = { SUCCESS: 'done', PROCESSING: 'pending', ABNORMAL: 'stuck', CLOSED: 'failed' } as const;

/** The rows of a day's bill. */
export const billRows = (deps: BookDeps, day: string): BillRow[] => [...paidOn(deps, day), ...refundedOn(deps, day)];

const paidOn = ({ state }: BookDeps, day: string): BillRow[] =>
  Object.values(state.payments).flatMap((payment): BillRow[] => {
    const { total: amount, paidAt: at } = payment;
    if (!at || beijingDay(at) !== day) return [];
    return [{ ...numbersOf(payment), kind: 'paid', amount, fee: Math.round(amount * feeRate), at }];
  });

const refundedOn = ({ state, payments }: BookDeps, day: string): BillRow[] =>
  Object.values(state.refunds).flatMap(({ payment, number, refundId, amount, doneAt: at }): BillRow[] => {
    if (!at || beijingDay(at) !== day) return [];
    const numbers = { ...numbersOf(payments.find(payment)), refundNumber: number, refundRef: refundId };
    return [{ ...numbers, kind: 'refunded', amount, fee: -Math.round(amount * feeRate), at }];
  });

const numbersOf = ({ number, transactionId = '' }: WechatPayment) => ({ number, ref: transactionId, currency: 'CNY' });

export const books = ({ state, refunds }: BookDeps): Book[] =>
  Object.values(state.payments)
    .filter(({ transactionId }) => transactionId)
    .map((payment) =>
      bookOf(
        { provider: 'wechat', number: payment.number, currency: 'CNY', paid: payment.total },
        refunds.refundsOf(payment).map(({ amount, status }) => ({ amount, status: bookStatus[status] })),
      ),
    );
