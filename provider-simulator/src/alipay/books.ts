import type { BillRow } from '../core/bills.ts';
import { type Book, bookOf } from '../core/books.ts';
import { beijingDay } from '../core/clock.ts';
import type { AlipayRefunds } from './refunds.ts';
import type { AlipayState, AlipayTrade } from './state.ts';
import type { AlipayTrades } from './trades.ts';

interface BookDeps {
  state: AlipayState;
  trades: AlipayTrades;
  refunds: AlipayRefunds;
}

const feeRate = 0.006;

/** The rows of a day's bill. */
export const billRows = (deps: BookDeps, day: string): BillRow[] => [...paidOn(deps, day), ...refundedOn(deps, day)];

const paidOn = ({ state }: BookDeps, day: string): BillRow[] =>
  Object.values(state.trades).flatMap((trade): BillRow[] => {
    const { amount, paidAt: at } = trade;
    if (!at || beijingDay(at) !== day) return [];
    return [{ ...numbersOf(trade), kind: 'paid', amount, fee: Math.round(amount * feeRate), at }];
  });

const refundedOn = ({ state, trades }: BookDeps, day: string): BillRow[] =>
  Object.values(state.refunds).flatMap(({ payment, number, amount, doneAt: at }): BillRow[] => {
    if (!at || beijingDay(at) !== day) return [];
    const numbers = { ...numbersOf(trades.find({ out_trade_no: payment })), refundNumber: number };
    return [{ ...numbers, kind: 'refunded', amount, fee: 0, at }];
  });

const numbersOf = ({ number, tradeNo }: AlipayTrade) => ({ number, ref: tradeNo, currency: 'CNY' });

export const books = ({ state, refunds }: BookDeps): Book[] =>
  Object.values(state.trades)
    .filter(({ paidAt }) => paidAt)
    .map((trade) =>
      bookOf(
        { provider: 'alipay', number: trade.number, currency: 'CNY', paid: trade.amount },
        refunds.refundsOf(trade),
      ),
    );
