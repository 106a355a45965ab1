import { z } from 'zod';
import { type PaymentId, type PaymentState, Refused, Retry } from '../../port.ts';
import type { WechatClient } from './client.ts';
import { notExistCodes } from './errors.ts';
import type { WechatSettings } from './settings.ts';
import { paymentState, transaction } from './states.ts';

interface PaymentDeps {
  settings: WechatSettings;
  call: WechatClient;
}

const pathOf = (key: string): string => `/v3/pay/transactions/out-trade-no/${key}`;

export async function query({ settings, call }: PaymentDeps, { key }: PaymentId): Promise<PaymentState> {
  const { appId, merchant } = settings;
  try {
    const found = await call({ method: 'GET', target: `${pathOf(key)}?mchid=${merchant.mchId}` }, transaction);
    const isOurs = found.mchid === merchant.mchId && found.appid === appId && found.out_trade_no === key;
    if (!isOurs) throw new Retry('WeChat answered with another payment than the one asked for');
    return paymentState(found);
  } catch (error) {
    if (error instanceof Refused && notExistCodes.has(error.code)) return { status: 'none', key };
    throw error;
  }
}

/** A payment that is not ours to close any more was paid or closed meanwhile: the query tells. */
export async function close(deps: PaymentDeps, payment: PaymentId): Promise<PaymentState> {
  const body = { mchid: deps.settings.merchant.mchId };
  try {
    await deps.call({ method: 'POST', target: `${pathOf(payment.key)}/close`, body }, z.undefined());
    return { status: 'dead', key: payment.key };
  } catch (error) {
    if (error instanceof Refused) return query(deps, payment);
    throw error;
  }
}
