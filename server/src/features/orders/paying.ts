import type { OutputOf } from '@recline/contract/call';
import { pages, pageUrl } from '@recline/contract/pages';
import type { starting } from '@recline/contract/starting';
import { phrases } from '../../locales/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { parseId } from '../../platform/ids.ts';
import type { Payer, Payments } from '../payments/index.ts';
import type { OrderState } from './lifecycle.rules.ts';
import { lockOrders } from './lifecycle.sql.ts';
import { errorOf } from './placing.rules.ts';

export interface PayingDeps {
  pool: Pool;
  clock: Clock;
  /** How long an order waits for its payment. */
  payMinutes: number;
  payments: Payments;
}

type Paying = OutputOf<(typeof starting)['pay']>;

/** When an unpaid order expires. */
export const payBy = (createdAt: Date, payMinutes: number): Date => new Date(createdAt.getTime() + payMinutes * 60_000);

/** How the caller's own pending order is paid now, from this browser; a new attempt if the way must change. */
export async function payOrder(
  deps: PayingDeps,
  caller: Pick<Caller, 'accountId'>,
  { orderId, payType }: { orderId: string; payType?: string | undefined },
  payer: Payer,
): Promise<Paying> {
  const order = await transaction(deps.pool, async (db) => {
    const [locked] = await lockOrders(db, [parseId(orderId)]);
    if (!locked || locked.placed_by !== caller.accountId) throw fail('notFound');
    if (locked.status === 'pending') {
      const asked = attemptFor(deps, locked, payType, payer);
      await deps.payments.prepareAttempt(db, asked, payer, deps.clock());
    }
    return locked;
  });
  const error = errorOf(order.status);
  if (error) throw fail(error);
  if (order.status !== 'pending') return { orderId, status: order.status };
  return payingAnswer(deps, order.id, payer).catch((error) => paidMeanwhile(deps, order.id, error));
}

const statusNow = statement<Pick<OrderState, 'status'>, [number]>(
  'paying.statusNow',
  'SELECT status FROM orders WHERE id = $1',
);

/** There is no way to pay because the payment came first, perhaps before the provider answered: where the order stands. */
async function paidMeanwhile({ pool }: PayingDeps, id: number, error: unknown): Promise<Paying> {
  const { status } = await statusNow.one(pool, id);
  const problem = errorOf(status);
  if (status === 'pending' || problem) throw problem ? fail(problem) : error;
  return { orderId: String(id), status };
}

function attemptFor(
  { payments, payMinutes }: PayingDeps,
  order: OrderState,
  payType: string | undefined,
  payer: Payer,
) {
  const { id: orderId, amount, currency } = order;
  const provider = payType ?? order.pay_type;
  if (!payments.isOffered(provider, { currency, browser: payer.browser })) throw fail('paymentFailed');
  return { orderId, provider, amount, currency, until: payBy(order.created_at, payMinutes) };
}

const bought = statement<{ device_id: string; device_name: string; minutes: number }, [number]>(
  'paying.bought',
  `SELECT o.device_id, d.name AS device_name, o.minutes FROM orders o JOIN devices d ON d.id = o.device_id
   WHERE o.id = $1`,
);

const maxDescription = 100;

/** The answer for a pending order. Some providers refuse the characters that are left out of the description. */
export async function payingAnswer({ pool, payments }: PayingDeps, id: number, payer: Payer): Promise<Paying> {
  const { device_id: deviceId, device_name: name, minutes } = await bought.one(pool, id);
  const orderId = String(id);
  const paying = await payments.payOf(
    {
      orderId: id,
      description: phrases[payer.language].purchase({ name, minutes }).replace(/[/=&]/g, ' ').slice(0, maxDescription),
      returnTo: pageUrl(pages.countdown, { orderId, key: await payments.returnKeyOf(id) }),
      backTo: pageUrl(pages.index, { deviceId, payment: 'failed' }),
    },
    payer,
  );
  if (!paying) return { orderId, status: 'pending' }; // the payment is being confirmed
  const { way, until } = paying;
  const pay = way.kind === 'qr' ? { ...way, until: until.toISOString() } : way;
  return { orderId, status: 'pending', pay, ...(way.kind === 'redirect' && { payUrl: way.url }) };
}
