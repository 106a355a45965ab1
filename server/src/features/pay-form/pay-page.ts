import { defaultLanguage, type Language } from '@recline/contract/languages';
import type { Order } from '@recline/contract/orders';
import { pageUrl, payPath } from '@recline/contract/pages';
import type { Onward, PayPageState } from '@recline/contract/pay-form';
import { AppError, fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Redirect, type RenderedPage, type Visit } from '../../platform/http/rendered-page.ts';
import { getOrder, payPlaced, returnedOrder } from '../orders/index.ts';
import { endUserOf } from '../session/index.ts';
import type { PayFormDeps } from './pay-form.service.ts';
import { pageAgain, refusalOf } from './refusals.ts';

interface PayPageDeps extends Pick<PayFormDeps, 'orders' | 'findCaller' | 'payerOf'> {
  querySoon(): void;
  labelsIn(language: Language): PayPageState['labels'];
}

/**
 * How long the page of an order waits for its turn, in seconds. After that it is sent as a waiting page, which
 * refreshes itself.
 */
const pagePatience = 1;

interface Shown {
  order: Order | null;
  caller: Caller | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * `GET /pay`: an order without scripts. It redirects to the provider while the order awaits its payment, and otherwise
 * waits with it.
 */
export function payPage(deps: PayPageDeps): RenderedPage<PayPageState> {
  async function load(visit: Visit): Promise<PayPageState | Redirect> {
    const orderId = textOf(visit.query.orderId) ?? '';
    const key = textOf(visit.query.key);
    const language = visit.wanted ?? defaultLanguage;
    const { order, caller } = await find(visit, orderId, key);
    const way =
      order && caller && key === null && awaitsPayment(order) ? await wayOf(visit, language, caller, order) : null;
    if (way instanceof Redirect) return way;
    return {
      language,
      address: pageUrl(payPath, { orderId, ...(key !== null && { key }) }),
      labels: deps.labelsIn(language),
      order,
      onward: way && 'kind' in way ? way : null,
      wait: way && 'wait' in way ? way.wait : null,
      key,
    };
  }

  async function find({ request }: Visit, orderId: string, key: string | null): Promise<Shown> {
    const caller = await endUserOf(request, deps.findCaller);
    try {
      if (key !== null)
        return { order: await returnedOrder(deps.orders, caller, { orderId, key }, deps.querySoon), caller };
      if (caller) return { order: await getOrder(deps.orders, caller, orderId), caller };
    } catch (error) {
      if (!(error instanceof AppError && error.problem === 'notFound')) throw error;
    }
    return { order: null, caller };
  }

  /**
   * The redirect of a payer. An order paid meanwhile is shown instead; one that cannot be paid leads back to the chair.
   */
  async function wayOf(
    { request }: Visit,
    language: Language,
    caller: Caller,
    order: Order,
  ): Promise<Onward | { wait: number } | Redirect | null> {
    try {
      const payer = await deps.payerOf({ request, language, caller, aside: (waiting) => waiting() }, pagePatience);
      const { pay, wait } = await payPlaced(deps.orders, caller, order.orderId, payer);
      if (wait) return { wait: Number(wait.seconds) };
      if (!pay) return null;
      if (pay.kind === 'redirect') return { kind: 'redirect', url: requirePayAddress(pay.url) };
      return pay.kind === 'qr' ? { kind: 'qr', text: pay.text } : { kind: 'bridge' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return new Redirect(pageAgain({ deviceId: order.deviceId, payType: order.payType }, refusalOf(error)));
    }
  }

  return { load, status: ({ order }) => (order ? 200 : 404), recurs: () => false };
}

const awaitsPayment = ({ status, payment }: Order): boolean => status === 'pending' && payment === 'waiting';

/** Allows a payment page or a wallet, and no other scheme. A path of ours is the sandbox's. */
function requirePayAddress(url: string): string {
  if (!/^(https?:|weixin:|alipays:|\/)/.test(url)) throw fail('paymentFailed');
  return url;
}
