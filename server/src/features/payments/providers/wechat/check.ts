import type { Clock } from '../../../../platform/clock.ts';
import { unknownNumber } from '../module.ts';
import { Refused } from '../provider.ts';
import { beijingDay } from '../shared/beijing.ts';
import { noBillCode, type WechatClient } from './api.ts';
import { findBill } from './bill.ts';
import { query } from './pay.ts';
import type { WechatSettings } from './settings.ts';

interface CheckDeps {
  settings: WechatSettings;
  call: WechatClient;
  clock: Clock;
}

/** A query of an unknown payment tests our signature; yesterday's bill tests WeChat's. */
export async function check({ settings, call, clock }: CheckDeps): Promise<string[]> {
  const { status } = await query({ settings, call }, { key: unknownNumber });
  const keys = [...settings.platformKeys.keys()].join(', ');
  return [
    `API ${settings.apiUrl}, merchant ${settings.merchant.mchId}, app ${settings.appId}`,
    `a query was answered (${status}): merchant number, certificate serial and private key are accepted`,
    `keys of WeChat: ${keys}`,
    await checkAnswer(call, beijingDay(clock(), -1)),
  ];
}

async function checkAnswer(call: WechatClient, day: string): Promise<string> {
  try {
    await findBill(call, day);
    return `the bill of ${day} is there, and the answer's signature is good`;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const why = error.code === noBillCode ? 'no trade' : error.code;
    return `no bill of ${day} (${why}): WeChat's signature is not tried until there is one`;
  }
}
