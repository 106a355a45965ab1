import { type BillRow, makeBills } from '../core/bills.ts';
import { type Book, bookOf } from '../core/books.ts';
import { beijingDay } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { type CallFault, type Operation, withFault } from '../core/faults.ts';
import { type Answer, type Call, json, type NoAnswer } from '../core/http.ts';
import { makeBillCalls } from './bills.ts';
import { h5Path, makeCashier } from './cashier.ts';
import { errorAnswer, errorAnswers, WechatError } from './errors.ts';
import { makeKeyRing } from './key-ring.ts';
import { makeNotice } from './notices.ts';
import { makePayments } from './payments.ts';
import { makeRefunds } from './refunds.ts';
import { checkRequest, signAnswer } from './signature.ts';
import type { WechatPayment, WechatRefund, WechatState } from './state.ts';
import { makeWallet } from './wallet.ts';

const feeRate = 0.006;
const bookStatus = { SUCCESS: 'done', PROCESSING: 'pending', ABNORMAL: 'stuck', CLOSED: 'failed' } as const;

/** WeChat Pay, API v3, of one merchant. */
export function makeWechat(context: Context, state: WechatState) {
  let noticeKeys: 'publicKey' | 'mixed' = 'publicKey';
  const ring = makeKeyRing(context, () => noticeKeys);
  const payments = makePayments(context, state, (payment) => context.notices.send(paymentNotice(payment)));
  const refunds = makeRefunds({
    context,
    state,
    payments,
    notify: async (refund) => {
      const notice = refundNotice(refund);
      if (notice) await context.notices.send(notice);
    },
  });
  const bills = makeBills(rowsOf);
  const billCalls = makeBillCalls(context, bills);
  const cashier = makeCashier(context, state, payments);
  const wallet = makeWallet(context, state);

  function paymentNotice(payment: WechatPayment, plain: unknown = payments.transaction(payment)) {
    const { number, notifyUrl: url } = payment;
    return makeNotice(context, ring, {
      number,
      url,
      event: 'TRANSACTION.SUCCESS',
      originalType: 'transaction',
      summary: '支付成功',
      plain,
    });
  }
  function refundNotice(refund: WechatRefund) {
    if (!refund.notifyUrl) return undefined;
    const plain = refunds.showInNotice(refund, context.keys.wechat.mchId);
    const event = `REFUND.${refund.status}`;
    return makeNotice(context, ring, {
      number: refund.number,
      url: refund.notifyUrl,
      event,
      originalType: 'refund',
      summary: '退款结果',
      plain,
    });
  }

  function rowsOf(day: string): BillRow[] {
    const paid = Object.values(state.payments).flatMap((payment): BillRow[] =>
      payment.paidAt && beijingDay(payment.paidAt) === day
        ? [
            {
              ...rowOf(payment),
              kind: 'paid',
              amount: payment.total,
              fee: Math.round(payment.total * feeRate),
              at: payment.paidAt,
            },
          ]
        : [],
    );
    const refunded = Object.values(state.refunds).flatMap((refund): BillRow[] =>
      refund.doneAt && beijingDay(refund.doneAt) === day
        ? [
            {
              ...rowOf(payments.find(refund.payment)),
              kind: 'refunded',
              refundNumber: refund.number,
              refundRef: refund.refundId,
              amount: refund.amount,
              fee: -Math.round(refund.amount * feeRate),
              at: refund.doneAt,
            },
          ]
        : [],
    );
    return [...paid, ...refunded];
  }
  const rowOf = ({ number, transactionId = '' }: WechatPayment) => ({ number, ref: transactionId, currency: 'CNY' });

  async function prepay(type: WechatPayment['type'], call: Call, fault?: CallFault): Promise<Answer> {
    const payment = payments.prepay(type, call);
    if (fault === 'paidBeforeAnswer') await payments.pay(payment);
    const link = `${context.url()}${h5Path}?prepay_id=${payment.prepayId}&package=${payment.prepayId.slice(-10)}`;
    return json(200, type === 'JSAPI' ? { prepay_id: payment.prepayId } : { h5_url: link });
  }

  function refund(call: Call, fault?: CallFault): Answer {
    if (fault === 'notEnough') throw new WechatError(403, 'NOT_ENOUGH', '基本账户余额不足，请充值后重新发起');
    return json(200, refunds.show(refunds.refund(call)));
  }

  /** Each path with its operation. The file of a bill is the one answer that is not signed. */
  const routes: [
    string,
    RegExp,
    Operation,
    (call: Call, part: string, fault?: CallFault) => Answer | Promise<Answer>,
  ][] = [
    ['POST', /^\/v3\/pay\/transactions\/jsapi$/, 'prepay', (call, _, fault) => prepay('JSAPI', call, fault)],
    ['POST', /^\/v3\/pay\/transactions\/h5$/, 'prepay', (call, _, fault) => prepay('MWEB', call, fault)],
    [
      'GET',
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/,
      'query',
      (call, number) => payments.query(payments.find(number), call),
    ],
    [
      'GET',
      /^\/v3\/pay\/transactions\/id\/([^/]+)$/,
      'query',
      (call, id) => payments.query(payments.byTransaction(id), call),
    ],
    [
      'POST',
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/,
      'close',
      (call, number) => payments.close(payments.find(number), call),
    ],
    ['POST', /^\/v3\/refund\/domestic\/refunds$/, 'refund', (call, _, fault) => refund(call, fault)],
    [
      'GET',
      /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/,
      'refundQuery',
      (_, number) => json(200, refunds.show(refunds.find(number))),
    ],
    ['GET', /^\/v3\/certificates$/, 'any', () => json(200, ring.certificates())],
    ['GET', /^\/v3\/bill\/tradebill$/, 'bill', billCalls.tradeBill],
    ['GET', /^\/v3\/billdownload\/file$/, 'bill', billCalls.file],
  ];

  async function handle(call: Call): Promise<Answer | NoAnswer | undefined> {
    const { pathname } = call.url;
    if (!pathname.startsWith('/v3/')) return (await cashier.handle(call)) ?? wallet.handle(call);
    for (const [method, path, operation, act] of routes) {
      const match = path.exec(pathname);
      if (!match || method !== call.method) continue;
      const fault = context.faults.next('wechat', operation);
      return withFault(context.faults, fault, errorAnswers, async () => {
        try {
          checkRequest(call, context);
          const answer = await act(call, decodeURIComponent(match[1] ?? ''), fault);
          return pathname === '/v3/billdownload/file' ? answer : signAnswer(answer, call, ring, context, fault);
        } catch (error) {
          if (error instanceof WechatError) return errorAnswer(error);
          throw error;
        }
      });
    }
    return errorAnswer(new WechatError(404, 'RESOURCE_NOT_EXISTS', '接口不存在'));
  }

  return {
    handle,
    bills,
    addUser: wallet.addUser,
    nextUserIsFake: wallet.nextUserIsFake,
    bridge: cashier.bridge,
    rotateKey: ring.rotate,
    /** Notices are signed with the public key, or with the certificate in turn. */
    signNoticesWith(which: 'publicKey' | 'mixed') {
      noticeKeys = which;
    },
    pay: (number: string, options?: { anyway?: boolean }) => payments.pay(payments.find(number), options),
    /** A notice that claims a payment which nobody made, signed by a stranger. */
    forge(number: string) {
      const payment = payments.find(number);
      const claim = { ...payment, state: 'SUCCESS' as const, transactionId: 'forged', paidAt: context.clocks.now() };
      return context.notices.deliver(paymentNotice(payment, payments.transaction(claim)), 'forged');
    },
    settleRefund: refunds.settle,
    /** A refund in the merchant platform; returns the number that it has there. */
    refundByHand: (number: string, amount: number) => refunds.byHand(payments.find(number), amount),
    books: (): Book[] =>
      Object.values(state.payments)
        .filter(({ transactionId }) => transactionId)
        .map((payment) =>
          bookOf(
            { provider: 'wechat', number: payment.number, currency: 'CNY', paid: payment.total },
            refunds.refundsOf(payment).map(({ amount, status }) => ({ amount, status: bookStatus[status] })),
          ),
        ),
  };
}
