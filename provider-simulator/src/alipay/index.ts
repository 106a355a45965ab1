import { type BillRow, makeBills } from '../core/bills.ts';
import { type Book, bookOf } from '../core/books.ts';
import { beijingDay } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { type CallFault, type Operation, withFault } from '../core/faults.ts';
import type { Answer, Call, NoAnswer } from '../core/http.ts';
import { billPath, makeBillCalls } from './bills.ts';
import { cashierPath, makeCashier } from './cashier.ts';
import {
  AlipayError,
  answer,
  bizContent,
  businessError,
  checkParams,
  errorAnswer,
  type Params,
  readParams,
} from './gateway.ts';
import { makeNotice } from './notices.ts';
import { makePlatformKey } from './platform-key.ts';
import { makeRefunds } from './refunds.ts';
import type { AlipayState, AlipayTrade } from './state.ts';
import { makeTrades, type Notify } from './trades.ts';
import { authorizePath, makeWallet } from './wallet.ts';

const feeRate = 0.006;
const pagePay = 'alipay.trade.wap.pay';

/** Alipay's gateway, of one application in key mode. */
export function makeAlipay(context: Context, state: AlipayState) {
  const key = makePlatformKey(context.keys.alipay.platformKey);
  const notify: Notify = async (trade, more) => {
    if (trade.notifyUrl) await context.notices.send(makeNotice(context, key, trade.notifyUrl, trade, more));
  };
  const trades = makeTrades(context, state, notify);
  const refunds = makeRefunds({ context, state, trades, notify });
  const bills = makeBills(rowsOf);
  const billCalls = makeBillCalls(context, bills);
  const cashier = makeCashier(context, key, trades);
  const wallet = makeWallet(context);

  function rowsOf(day: string): BillRow[] {
    const rowOf = ({ number, tradeNo }: AlipayTrade) => ({ number, ref: tradeNo, currency: 'CNY' });
    const paid = Object.values(state.trades).flatMap((trade): BillRow[] =>
      trade.paidAt && beijingDay(trade.paidAt) === day
        ? [
            {
              ...rowOf(trade),
              kind: 'paid',
              amount: trade.amount,
              fee: Math.round(trade.amount * feeRate),
              at: trade.paidAt,
            },
          ]
        : [],
    );
    const refunded = Object.values(state.refunds).flatMap(({ payment, number, amount, doneAt }): BillRow[] =>
      doneAt && beijingDay(doneAt) === day
        ? [
            {
              ...rowOf(trades.find({ out_trade_no: payment })),
              kind: 'refunded',
              refundNumber: number,
              amount,
              fee: 0,
              at: doneAt,
            },
          ]
        : [],
    );
    return [...paid, ...refunded];
  }

  type Act = (params: Params, fault?: CallFault) => Record<string, unknown> | Promise<Record<string, unknown>>;
  const methods: Record<string, [Operation, Act]> = {
    'alipay.trade.query': ['query', (params) => trades.query(trades.find(bizContent(params)))],
    'alipay.trade.close': ['close', (params) => trades.close(trades.find(bizContent(params)))],
    'alipay.trade.refund': ['refund', (params, fault) => refund(params, fault)],
    'alipay.trade.fastpay.refund.query': ['refundQuery', (params) => refunds.query(bizContent(params))],
    'alipay.data.dataservice.bill.downloadurl.query': ['bill', (params) => billCalls.downloadUrl(bizContent(params))],
    'alipay.system.oauth.token': ['token', (params) => wallet.token(params)],
  };

  function refund(params: Params, fault?: CallFault): Record<string, unknown> {
    if (fault === 'notEnough') throw businessError('SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足');
    return refunds.refund(bizContent(params));
  }

  async function gateway(call: Call): Promise<Answer | NoAnswer> {
    const params = readParams(call);
    const name = params.method ?? '';
    if (name === pagePay)
      return withFault(context.faults, context.faults.next('alipay', 'prepay'), errorAnswers, () =>
        cashier.show(call, params),
      );
    const [operation, act] = methods[name] ?? ['any', unknownMethod];
    const fault = context.faults.next('alipay', operation);
    return withFault(context.faults, fault, errorAnswers, () => answered(name, params, act, fault));
  }

  async function answered(name: string, params: Params, act: Act, fault?: CallFault): Promise<Answer> {
    try {
      checkParams(params, context);
      const content = await act(params, fault);
      if (fault === 'systemError') throw new AlipayError('20000', 'ACQ.SYSTEM_ERROR', '系统异常');
      if (fault === 'unsigned') return answer(name, content, undefined);
      return answer(
        name,
        content,
        fault === 'badSignature' || fault === 'unknownSerial' ? key.stranger() : key.current(),
      );
    } catch (error) {
      if (error instanceof AlipayError) return errorAnswer(name, error, key.current());
      throw error;
    }
  }

  const errorAnswers = {
    limited: () =>
      errorAnswer(undefined, new AlipayError('40005', 'isv.app-call-limited', '调用频次超限'), key.current()),
    failed: () => ({
      ...errorAnswer(undefined, new AlipayError('20000', 'isp.unknow-error', '系统繁忙'), key.current()),
      status: 500,
    }),
  };

  async function handle(call: Call): Promise<Answer | NoAnswer | undefined> {
    const { pathname } = call.url;
    if (pathname === '/gateway.do') return gateway(call);
    if (pathname === cashierPath && call.method === 'POST') return cashier.decide(call);
    if (pathname === billPath) return billCalls.file(call);
    return pathname === authorizePath ? wallet.authorize(call) : undefined;
  }

  const find = (number: string) => trades.find({ out_trade_no: number });
  return {
    handle,
    bills,
    rotateKey: key.rotate,
    pay: (number: string, options?: { anyway?: boolean }) => trades.pay(find(number), options),
    /** A notice that claims a payment which nobody made, signed by a stranger. */
    forge(number: string, { url, amount }: { url: string; amount: number }) {
      const now = context.clocks.now();
      const claim: AlipayTrade = {
        ...{
          number,
          amount,
          tradeNo: `forged${number}`,
          subject: 'forged',
          createdAt: now,
          expiresAt: now,
          paidAt: now,
        },
        status: 'TRADE_SUCCESS',
      };
      return context.notices.deliver(makeNotice(context, key, url, claim), 'forged');
    },
    settleRefund: refunds.settle,
    /** A refund in Alipay's own pages; returns the number that it has there. */
    refundByHand: (number: string, amount: number) => refunds.byHand(find(number), amount),
    books: (): Book[] =>
      Object.values(state.trades)
        .filter(({ paidAt }) => paidAt)
        .map((trade) =>
          bookOf(
            { provider: 'alipay', number: trade.number, currency: 'CNY', paid: trade.amount },
            refunds.refundsOf(trade),
          ),
        ),
  };
}

function unknownMethod(): never {
  throw new AlipayError('40002', 'isv.invalid-method', '不存在的方法名');
}
