import { makeBills } from '../core/bills.ts';
import type { Context } from '../core/context.ts';
import type { Call } from '../core/http.ts';
import { makeBillCalls } from './bills.ts';
import { billRows, books } from './books.ts';
import { makeCashier } from './cashier.ts';
import { type KeyRing, makeKeyRing } from './key-ring.ts';
import { paymentNotice, refundNotice } from './notices.ts';
import { makePayments, type WechatPayments } from './payments.ts';
import { makeRefunds, type WechatRefunds } from './refunds.ts';
import { handle } from './routes.ts';
import type { WechatRefund, WechatState } from './state.ts';
import { makeWallet } from './wallet.ts';

function makeParts(context: Context, state: WechatState, ring: KeyRing) {
  const payments: WechatPayments = makePayments(context, state, (payment) =>
    context.notices.send(paymentNotice(context, ring, payment, payments.transaction(payment))),
  );
  const notify = async (refund: WechatRefund) => {
    const plain = refunds.showInNotice(refund, context.keys.wechat.mchId);
    const notice = refundNotice(context, ring, refund, plain);
    if (notice) await context.notices.send(notice);
  };
  const refunds: WechatRefunds = makeRefunds({ context, state, payments, notify });
  const bills = makeBills((day) => billRows({ state, payments, refunds }, day));
  const billCalls = makeBillCalls(context, bills);
  const cashier = makeCashier(context, state, payments);
  const wallet = makeWallet(context, state);
  return { context, state, ring, payments, refunds, bills, billCalls, cashier, wallet };
}
type Parts = ReturnType<typeof makeParts>;

/** A notice that claims a payment which nobody made, signed by a stranger. */
function forge({ context, ring, payments }: Parts, number: string) {
  const payment = payments.find(number);
  const claim = { ...payment, state: 'SUCCESS' as const, transactionId: 'forged', paidAt: context.clocks.now() };
  return context.notices.deliver(paymentNotice(context, ring, payment, payments.transaction(claim)), 'forged');
}

/** WeChat Pay, API v3, of one merchant. */
export function makeWechat(context: Context, state: WechatState) {
  let noticeKeys: 'publicKey' | 'mixed' = 'publicKey';
  const ring = makeKeyRing(context, () => noticeKeys);
  const deps = makeParts(context, state, ring);
  const { payments, refunds, bills, cashier, wallet } = deps;
  return {
    handle: (call: Call) => handle(deps, call),
    bills,
    addUser: wallet.addUser,
    nextUserIsFake: wallet.nextUserIsFake,
    bridge: cashier.bridge,
    rotateKey: ring.rotate,
    /** Notices are signed with the public key, or with the certificate in turn. */
    signNoticesWith(which: 'publicKey' | 'mixed') {
      noticeKeys = which;
    },
    pay: async (number: string, options?: { anyway?: boolean; amount?: number }) =>
      payments.pay(payments.find(number), options),
    forge: async (number: string) => forge(deps, number),
    settleRefund: refunds.settle,
    /** A refund in the merchant platform; returns the number that it has there. */
    refundByHand: (number: string, amount: number) => refunds.byHand(payments.find(number), amount),
    books: () => books(deps),
  };
}
