import type { Context } from '../core/context.ts';
import { type CallFault, type Operation, withFault } from '../core/faults.ts';
import { type Answer, type Call, json, type NoAnswer } from '../core/http.ts';
import type { makeBillCalls } from './bills.ts';
import { h5Path, type makeCashier } from './cashier.ts';
import { errorAnswer, errorAnswers, WechatError } from './errors.ts';
import type { KeyRing } from './key-ring.ts';
import type { WechatPayments } from './payments.ts';
import type { WechatRefunds } from './refunds.ts';
import { checkRequest, signAnswer } from './signature.ts';
import type { WechatPayment } from './state.ts';
import type { makeWallet } from './wallet.ts';

interface RouteDeps {
  context: Context;
  ring: KeyRing;
  payments: WechatPayments;
  refunds: WechatRefunds;
  billCalls: ReturnType<typeof makeBillCalls>;
  cashier: ReturnType<typeof makeCashier>;
  wallet: ReturnType<typeof makeWallet>;
}

/** `id` is the part of the path in brackets. */
type Act = (deps: RouteDeps, call: Call, id: string, fault?: CallFault) => Answer | Promise<Answer>;

const billFilePath = '/v3/billdownload/file';

/** Each path with its operation. */
const routes: [method: string, path: RegExp, operation: Operation, act: Act][] = [
  ['POST', /^\/v3\/pay\/transactions\/jsapi$/, 'prepay', (deps, call, _, fault) => prepay(deps, 'JSAPI', call, fault)],
  ['POST', /^\/v3\/pay\/transactions\/h5$/, 'prepay', (deps, call, _, fault) => prepay(deps, 'MWEB', call, fault)],
  [
    'GET',
    /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/,
    'query',
    ({ payments }, call, number) => payments.query(payments.find(number), call),
  ],
  [
    'GET',
    /^\/v3\/pay\/transactions\/id\/([^/]+)$/,
    'query',
    ({ payments }, call, id) => payments.query(payments.byTransaction(id), call),
  ],
  [
    'POST',
    /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/,
    'close',
    ({ payments }, call, number) => payments.close(payments.find(number), call),
  ],
  ['POST', /^\/v3\/refund\/domestic\/refunds$/, 'refund', (deps, call, _, fault) => refund(deps, call, fault)],
  [
    'GET',
    /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/,
    'refundQuery',
    ({ refunds }, _, number) => json(200, refunds.show(refunds.find(number))),
  ],
  ['GET', /^\/v3\/certificates$/, 'any', ({ ring }) => json(200, ring.certificates())],
  ['GET', /^\/v3\/bill\/tradebill$/, 'bill', ({ billCalls }, call) => billCalls.tradeBill(call)],
  ['GET', /^\/v3\/billdownload\/file$/, 'bill', ({ billCalls }, call) => billCalls.file(call)],
];

export async function handle(deps: RouteDeps, call: Call): Promise<Answer | NoAnswer | undefined> {
  const { pathname } = call.url;
  if (!pathname.startsWith('/v3/')) return (await deps.cashier.handle(call)) ?? deps.wallet.handle(call);
  for (const [method, path, operation, act] of routes) {
    const match = path.exec(pathname);
    if (!match || method !== call.method) continue;
    const { faults } = deps.context;
    const fault = faults.next('wechat', operation);
    const id = () => decodeURIComponent(match[1] ?? '');
    return withFault(faults, fault, errorAnswers, () =>
      answered(deps, call, () => act(deps, call, id(), fault), fault),
    );
  }
  return errorAnswer(new WechatError(404, 'RESOURCE_NOT_EXISTS', '接口不存在'));
}

/** The file of a bill is the one answer that is not signed. */
async function answered(
  { context, ring }: RouteDeps,
  call: Call,
  act: () => Answer | Promise<Answer>,
  fault?: CallFault,
): Promise<Answer> {
  try {
    checkRequest(call, context);
    const answer = await act();
    return call.url.pathname === billFilePath ? answer : signAnswer(answer, call, ring, context, fault);
  } catch (error) {
    if (error instanceof WechatError) return errorAnswer(error);
    throw error;
  }
}

async function prepay(
  { context, payments }: RouteDeps,
  type: WechatPayment['type'],
  call: Call,
  fault?: CallFault,
): Promise<Answer> {
  const payment = payments.prepay(type, call);
  if (fault === 'paidBeforeAnswer') await payments.pay(payment);
  const link = `${context.url()}${h5Path}?prepay_id=${payment.prepayId}&package=${payment.prepayId.slice(-10)}`;
  return json(200, type === 'JSAPI' ? { prepay_id: payment.prepayId } : { h5_url: link });
}

function refund({ refunds }: RouteDeps, call: Call, fault?: CallFault): Answer {
  if (fault === 'notEnough') throw new WechatError(403, 'NOT_ENOUGH', '基本账户余额不足，请充值后重新发起');
  return json(200, refunds.show(refunds.refund(call)));
}
