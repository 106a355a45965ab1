import type { Context } from '../core/context.ts';
import { type CallFault, type ErrorAnswers, type Operation, withFault } from '../core/faults.ts';
import type { Answer, Call, NoAnswer } from '../core/http.ts';
import { billPath, type makeBillCalls } from './bills.ts';
import { cashierPath, type makeCashier } from './cashier.ts';
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
import type { PlatformKey } from './platform-key.ts';
import type { AlipayRefunds } from './refunds.ts';
import type { AlipayTrades } from './trades.ts';
import { authorizePath, type makeWallet } from './wallet.ts';

interface RouteDeps {
  context: Context;
  key: PlatformKey;
  trades: AlipayTrades;
  refunds: AlipayRefunds;
  billCalls: ReturnType<typeof makeBillCalls>;
  cashier: ReturnType<typeof makeCashier>;
  wallet: ReturnType<typeof makeWallet>;
}

type Content = Record<string, unknown>;
type Act = (deps: RouteDeps, params: Params, fault?: CallFault) => Content | Promise<Content>;

const pagePay = 'alipay.trade.wap.pay';

/** Each method of the gateway with its operation. */
const methods: Record<string, [Operation, Act]> = {
  'alipay.trade.query': ['query', ({ trades }, params) => trades.query(trades.find(bizContent(params)))],
  'alipay.trade.close': ['close', ({ trades }, params) => trades.close(trades.find(bizContent(params)))],
  'alipay.trade.refund': ['refund', (deps, params, fault) => refund(deps, params, fault)],
  'alipay.trade.fastpay.refund.query': ['refundQuery', ({ refunds }, params) => refunds.query(bizContent(params))],
  'alipay.data.dataservice.bill.downloadurl.query': [
    'bill',
    ({ billCalls }, params) => billCalls.downloadUrl(bizContent(params)),
  ],
  'alipay.system.oauth.token': ['token', ({ wallet }, params) => wallet.token(params)],
};

export async function handle(deps: RouteDeps, call: Call): Promise<Answer | NoAnswer | undefined> {
  const { pathname } = call.url;
  if (pathname === '/gateway.do') return gateway(deps, call);
  if (pathname === cashierPath && call.method === 'POST') return deps.cashier.decide(call);
  if (pathname === billPath) return deps.billCalls.file(call);
  return pathname === authorizePath ? deps.wallet.authorize(call) : undefined;
}

async function gateway(deps: RouteDeps, call: Call): Promise<Answer | NoAnswer> {
  const { faults } = deps.context;
  const params = readParams(call);
  const name = params.method ?? '';
  if (name === pagePay)
    return withFault(faults, faults.next('alipay', 'prepay'), errorAnswers(deps), () =>
      deps.cashier.show(call, params),
    );
  const [operation, act] = methods[name] ?? ['any', unknownMethod];
  const fault = faults.next('alipay', operation);
  return withFault(faults, fault, errorAnswers(deps), () => answered(deps, name, params, act, fault));
}

async function answered(deps: RouteDeps, name: string, params: Params, act: Act, fault?: CallFault): Promise<Answer> {
  const { context, key } = deps;
  try {
    checkParams(params, context);
    const content = await act(deps, params, fault);
    if (fault === 'systemError') throw new AlipayError('20000', 'ACQ.SYSTEM_ERROR', '系统异常');
    if (fault === 'unsigned') return answer(name, content, undefined);
    const isForged = fault === 'badSignature' || fault === 'unknownSerial';
    return answer(name, content, isForged ? key.stranger() : key.current());
  } catch (error) {
    if (error instanceof AlipayError) return errorAnswer(name, error, key.current());
    throw error;
  }
}

function refund({ refunds }: RouteDeps, params: Params, fault?: CallFault): Content {
  if (fault === 'notEnough') throw businessError('SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足');
  return refunds.refund(bizContent(params));
}

function unknownMethod(): never {
  throw new AlipayError('40002', 'isv.invalid-method', '不存在的方法名');
}

const errorAnswers = ({ key }: RouteDeps): ErrorAnswers => ({
  limited: () =>
    errorAnswer(undefined, new AlipayError('40005', 'isv.app-call-limited', '调用频次超限'), key.current()),
  failed: () => ({
    ...errorAnswer(undefined, new AlipayError('20000', 'isp.unknow-error', '系统繁忙'), key.current()),
    status: 500,
  }),
});
