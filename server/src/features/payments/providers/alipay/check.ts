import type { Clock } from '../../../../platform/clock.ts';
import { unknownNumber } from '../module.ts';
import { Refused } from '../provider.ts';
import { beijingDay } from '../shared/beijing.ts';
import type { Gateway } from './api.ts';
import { findBill } from './bill.ts';
import { query } from './pay.ts';
import type { AlipaySettings } from './settings.ts';

interface CheckDeps {
  settings: AlipaySettings;
  gateway: Gateway;
  clock: Clock;
}

/** Alipay signs its answer about an unknown payment, so one query tests both signatures. */
export async function check({ settings, gateway, clock }: CheckDeps): Promise<string[]> {
  const { status } = await query(gateway, { key: unknownNumber });
  const day = beijingDay(clock(), -1);
  return [
    `gateway ${settings.gatewayUrl}, app ${settings.appId}, seller ${settings.sellerId}`,
    `a query was answered (${status}): the app id and both keys are right`,
    await findBill(gateway, day).then(
      () => `the bill of ${day} is there`,
      (error) => {
        if (!(error instanceof Refused)) throw error;
        return `no bill of ${day} (${error.code})`;
      },
    ),
  ];
}
