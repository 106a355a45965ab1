import { Refused } from '../../port.ts';
import { beijingDay } from '../shared/beijing-time.ts';
import { type CheckDeps, unknownNumber } from '../shared/check.ts';
import { noBillCode } from './errors.ts';
import type { WechatSettings } from './settings.ts';

/** A query of a payment that does not exist tries our signature, yesterday's bill tries WeChat's. */
export async function check({ settings, query, findBill, now }: CheckDeps<WechatSettings>): Promise<string[]> {
  const { status } = await query({ key: unknownNumber });
  const keys = [...settings.platformKeys.keys()].join(', ');
  return [
    `API ${settings.apiUrl}, merchant ${settings.merchant.mchId}, app ${settings.appId}`,
    `a query was answered (${status}): merchant number, certificate serial and private key are accepted`,
    `keys of WeChat: ${keys}`,
    await checkAnswer(findBill, beijingDay(now, -1)),
  ];
}

async function checkAnswer(findBill: CheckDeps<WechatSettings>['findBill'], day: string): Promise<string> {
  try {
    await findBill(day);
    return `the bill of ${day} is there, and the answer's signature is good`;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const why = error.code === noBillCode ? 'no trade' : error.code;
    return `no bill of ${day} (${why}): WeChat's signature is not tried until there is one`;
  }
}
