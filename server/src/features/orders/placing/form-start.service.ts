import type { InputOf, OutputOf } from '@recline/contract/call';
import type { PayForm } from '@recline/contract/pay-form';
import type { starting } from '@recline/contract/starting';
import { isIn, openStatuses } from '@recline/contract/values';
import { AppError, fail } from '../../../platform/error.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Orders } from '../environment.ts';
import { statusOf } from '../lifecycle/lifecycle.sql.ts';
import type { WaitingPayer } from './limits.ts';
import { availability } from './start.rules.ts';
import { type StartOptions, startChair } from './start.service.ts';
import { chairById, couponNamed } from './start.sql.ts';

type Started = OutputOf<(typeof starting)['activate']>;

/**
 * A start by the form of a chair's page. The caller's unpaid order with the same choice is continued, not replaced. A
 * chair that the caller's own order holds leads to that order. An order that is over already, from an earlier tap on
 * the same page, is refused as a conflict: the next tap is a new one.
 */
export async function startByForm(
  orders: Orders,
  caller: Caller,
  form: PayForm & { requestId: string },
  payer: WaitingPayer,
  answer: NonNullable<StartOptions['answer']>,
): Promise<Started> {
  try {
    const started = await startChair(orders, caller, await inputOf(orders, form), payer, { answer, unpaid: 'kept' });
    if (!isIn(openStatuses, started.status)) throw fail('conflict');
    return started;
  } catch (error) {
    const own = isInUse(error) && (await ownOrderOn(orders, caller, form.deviceId));
    if (own) return own;
    throw error;
  }
}

/** An unknown number is refused, and counted, as a coupon number. */
async function inputOf(
  { requestPool }: Orders,
  { coupon, agreed: _agreed, patience: _patience, ...form }: PayForm & { requestId: string },
): Promise<InputOf<(typeof starting)['activate']>> {
  if (coupon === undefined) return form;
  const number = form.payType === 'cash' ? { cashCouponNo: coupon } : await couponNamed(requestPool, coupon);
  return { ...form, ...number, ...('cashCouponNo' in number && { payType: 'cash' }) };
}

const isInUse = (error: unknown) => error instanceof AppError && error.problem === 'deviceInUse';

async function ownOrderOn({ pool }: Orders, caller: Caller, deviceId: string): Promise<Started | undefined> {
  const chair = await chairById.maybe(pool, deviceId);
  const found = chair && chair.holder_by === caller.accountId ? availability(chair, caller) : undefined;
  if (typeof found !== 'object' || !('orderId' in found)) return undefined;
  return { orderId: String(found.orderId), status: (await statusOf.one(pool, found.orderId)).status };
}
