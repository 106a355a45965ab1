import { makeBills } from '../core/bills.ts';
import type { Context } from '../core/context.ts';
import type { Call } from '../core/http.ts';
import { makeBillCalls } from './bills.ts';
import { billRows, books } from './books.ts';
import { makeCashier } from './cashier.ts';
import { makeNotice } from './notices.ts';
import { makePlatformKey } from './platform-key.ts';
import { makeRefunds } from './refunds.ts';
import { handle } from './routes.ts';
import type { AlipayState, AlipayTrade } from './state.ts';
import { makeTrades, type Notify } from './trades.ts';
import { makeWallet } from './wallet.ts';

function makeParts(context: Context, state: AlipayState) {
  const key = makePlatformKey(context.keys.alipay.platformKey);
  const notify: Notify = async (trade, more) => {
    if (trade.notifyUrl) await context.notices.send(makeNotice(context, key, trade.notifyUrl, trade, more));
  };
  const trades = makeTrades(context, state, notify);
  const refunds = makeRefunds({ context, state, trades, notify });
  const bills = makeBills((day) => billRows({ state, trades, refunds }, day));
  const billCalls = makeBillCalls(context, bills);
  const cashier = makeCashier(context, key, trades);
  const wallet = makeWallet(context);
  return { context, state, key, trades, refunds, bills, billCalls, cashier, wallet };
}
type Parts = ReturnType<typeof makeParts>;

/** A notice that claims a payment which nobody made, signed by a stranger. */
function forge({ context, key }: Parts, number: string, { url, amount }: { url: string; amount: number }) {
  const now = context.clocks.now();
  const claim: AlipayTrade = {
    number,
    amount,
    tradeNo: `forged${number}`,
    subject: 'forged',
    createdAt: now,
    expiresAt: now,
    paidAt: now,
    status: 'TRADE_SUCCESS',
  };
  return context.notices.deliver(makeNotice(context, key, url, claim), 'forged');
}

/** Alipay's gateway, of one application in key mode. */
export function makeAlipay(context: Context, state: AlipayState) {
  const deps = makeParts(context, state);
  const { key, trades, refunds, bills } = deps;
  const find = (number: string) => trades.find({ out_trade_no: number });
  return {
    handle: (call: Call) => handle(deps, call),
    bills,
    rotateKey: key.rotate,
    pay: async (number: string, options?: { anyway?: boolean; amount?: number }) => trades.pay(find(number), options),
    forge: async (number: string, claim: { url: string; amount: number }) => forge(deps, number, claim),
    settleRefund: refunds.settle,
    /** A refund in Alipay's own pages; returns the number that it has there. */
    refundByHand: (number: string, amount: number) => refunds.byHand(find(number), amount),
    books: () => books(deps),
  };
}
