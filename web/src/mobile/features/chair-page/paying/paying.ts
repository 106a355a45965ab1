import type { Contract } from '@recline/contract';
import type { OutputOf } from '@recline/contract/call';
import { errors } from '@recline/contract/errors';
import { payPath } from '@recline/contract/pages';
import { ApiError, hasCode } from '../../../../platform/api-error.ts';
import { config } from '../../../../platform/config.ts';
import { api, postForm } from '../../../data/api.ts';
import { agreedVersion } from '../../agreements/index.ts';
import { withSession } from '../../session/index.ts';
import { clearRequest, isOutcomeKnown, patience, requestIdFor, type StartIntent } from '../../starting/index.ts';
import { leaveForWallet, needsWallet } from './wallet-payment.ts';

type StartAnswer = OutputOf<Contract['starting']['activate']>;

/** How a page pays. Its own server takes its form; another API server, at `baseUrl`, has only the call. */
export function makePaying(baseUrl: string) {
  let place = baseUrl === '' ? postPayForm : callActivate;
  /** After a lost answer the form is not replaced by the call, because the order may exist. */
  let isOpen = true;

  async function placeOrder(intent: StartIntent): Promise<StartAnswer> {
    try {
      return await place(intent);
    } catch (error) {
      if (!isOpen || place === callActivate || !isMissing(error)) throw error;
      place = callActivate;
      return callActivate(intent);
    }
  }

  /** Places the order, opening a session if there is none; inside a wallet, that of its user. */
  async function requestStart(intent: StartIntent): Promise<StartAnswer> {
    try {
      if (needsWallet(intent.payType)) await leaveForWallet(intent);
      return await placeOrder(intent);
    } catch (error) {
      if (!isOutcomeKnown(error)) isOpen = false;
      throw error;
    }
  }

  /**
   * Continues paying an existing order: with the same payment, or with another one once the server has closed the first.
   * If the order can no longer be paid, a new one is placed.
   */
  async function payAgain(orderId: string, intent: StartIntent): Promise<StartAnswer> {
    if (needsWallet(intent.payType)) return requestStart(intent);
    try {
      return await withSession(() => api.starting.pay({ orderId, payType: intent.payType, patience }));
    } catch (error) {
      if (hasCode(error, errors.paymentFailed.code)) return requestStart(intent);
      throw error;
    }
  }

  return { requestStart, payAgain };
}

export const { requestStart, payAgain } = makePaying(config.baseUrl);

/** Posted like the page's form without scripts, so that both make one order. */
async function postPayForm(intent: StartIntent): Promise<StartAnswer> {
  const { couponNo, cashCouponNo, ...choice } = intent;
  const fields = { ...choice, coupon: cashCouponNo ?? couponNo, agreed: await agreedVersion(), patience };
  const post = () => withSession(() => postForm(payPath, fields) as Promise<StartAnswer>);
  return post().catch((error: unknown) => {
    if (!hasCode(error, errors.conflict.code)) throw error;
    return post(); // the key was too old, so nothing was placed; the answer has a new one
  });
}

const missing: readonly number[] = [404, 405];

/** A server of an earlier version has no such address. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && missing.includes(error.code ?? 0);

/** Other servers do not tell the kind of a coupon: a number that is no coupon may be a cash coupon. */
async function callActivate(intent: StartIntent): Promise<StartAnswer> {
  const { couponNo, ...others } = intent;
  return callOnce(intent).catch((error: unknown) => {
    if (!couponNo || !hasCode(error, errors.badCoupon.code)) throw error;
    return callOnce({ ...others, payType: 'cash', cashCouponNo: couponNo });
  });
}

async function callOnce(intent: StartIntent): Promise<StartAnswer> {
  try {
    const agreed = await agreedVersion();
    const requestId = requestIdFor(intent);
    const answer = await withSession(() => api.starting.activate({ ...intent, requestId, agreed, patience }));
    clearRequest();
    return answer;
  } catch (error) {
    if (isOutcomeKnown(error)) clearRequest();
    throw error;
  }
}
