import { browserKindOf } from '@recline/contract/browser-kind';
import type { orders } from '@recline/contract/orders';
import type { starting } from '@recline/contract/starting';
import type { FastifyRequest } from 'fastify';
import type { Caller, Context, FindCaller } from '../../platform/http/caller.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import { optionalCaller } from '../../platform/http/optional-caller.ts';
import type { CouponTries } from '../coupons/index.ts';
import type { Payer } from '../payments/index.ts';
import type { OrderList } from './order-list.service.ts';
import { getOrder, ownOrders, refundOrder, returnedOrder, stopOrder } from './orders.service.ts';
import type { Orders } from './orders.ts';
import { payOrder } from './paying.ts';
import { activate, deviceStatus, priceGroup } from './placing.ts';
import { quoteOf } from './quote.ts';
import { limitUnpaid } from './unpaid-limit.ts';

interface OrderHandlerDeps {
  orders: Orders;
  list: OrderList;
  /** Asks the providers about payments that are due for a query. */
  querySoon(): void;
  findCaller: FindCaller;
}

export const orderHandlers = ({
  orders: { service },
  list,
  querySoon,
  findCaller,
}: OrderHandlerDeps): HandlersOf<typeof orders> => ({
  list: (input, { caller, offset }) => list.list(caller, input, offset),
  summary: (input, { caller, offset }) => list.summary(caller, input, offset),
  get: ({ orderId }, { caller }) => getOrder(service, caller, orderId),
  mine: (page, { caller }) => ownOrders(service, caller, page),
  stop: ({ orderId }, { caller }) => stopOrder(service, caller, orderId),
  returned: async ({ orderId, key }, { request }) =>
    returnedOrder(service, await optionalCaller(request, findCaller), { orderId, key }, querySoon),
  refund: (input, { caller }) => refundOrder(service, caller, input),
});

type StartingCalls = HandlersOf<typeof starting>;

interface StartingDeps {
  orders: Orders;
  adverts: StartingCalls['adverts'];
  couponTries: CouponTries;
  /** The server's address for payers; without the setting, the origin of the request. */
  publicUrl: string | undefined;
  /** The user of WeChat behind an account, who alone can pay inside WeChat. */
  wechatUserOf(accountId: number): Promise<string | undefined>;
  /** Records that a payer accepted the agreements, in the version that was shown. */
  recordConsent(caller: Caller, agreed: string | undefined): Promise<void>;
}

export const startingHandlers = (deps: StartingDeps): StartingCalls => {
  const { orders, adverts, couponTries, publicUrl, wechatUserOf, recordConsent } = deps;
  const { activation, service } = orders;
  const payerOf = async ({ request, language, caller }: Context): Promise<Payer> => {
    const browser = browserKindOf(request.headers['user-agent'] ?? '');
    const wechatOpenid = browser === 'wechat' ? await wechatUserOf(caller.accountId) : undefined;
    const origin = publicUrl ?? originOf(request);
    return { language, origin, ip: request.ip, browser, ...(wechatOpenid !== undefined && { wechatOpenid }) };
  };
  return {
    deviceStatus: ({ deviceId }, { caller }) => deviceStatus(service.pool, caller, deviceId),
    priceGroup: ({ deviceId }) => priceGroup(service.pool, deviceId),
    adverts,
    quote: (input, { caller, address }) =>
      couponTries.limited({ caller, address }, input, (couponWait) => quoteOf(service, caller, input, couponWait)),
    activate: async (input, context) => {
      const { caller, address } = context;
      await recordConsent(caller, input.agreed);
      const payer = await payerOf(context);
      return limitUnpaid({ ...service, isProvider: activation.payments.isProvider }, caller, input, address, () =>
        couponTries.limited({ caller, address }, input, (couponWait) =>
          activate(activation, caller, { ...input, couponWait }, payer),
        ),
      );
    },
    pay: async (input, context) => payOrder(activation, context.caller, input, await payerOf(context)),
  };
};

const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;
