import { Refused } from '../../port.ts';
import { beijingDay } from '../shared/beijing-time.ts';
import { type CheckDeps, unknownNumber } from '../shared/check.ts';
import type { AlipaySettings } from './settings.ts';

/** Alipay signs what it says of a payment that does not exist, so that one query tries both signatures. */
export async function check({ settings, query, findBill, now }: CheckDeps<AlipaySettings>): Promise<string[]> {
  const { status } = await query({ key: unknownNumber });
  const day = beijingDay(now, -1);
  return [
    `gateway ${settings.gatewayUrl}, app ${settings.appId}, seller ${settings.sellerId}`,
    `a query was answered (${status}): the app id and both keys are right`,
    await findBill(day).then(
      () => `the bill of ${day} is there`,
      (error) => {
        if (!(error instanceof Refused)) throw error;
        return `no bill of ${day} (${error.code})`;
      },
    ),
  ];
}
