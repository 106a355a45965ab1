import { type PaymentId, type PaymentState, Refused } from '../../port.ts';
import { beijingDay } from '../shared/beijing-time.ts';
import type { AlipaySettings } from './settings.ts';

interface CheckDeps {
  settings: AlipaySettings;
  query(payment: PaymentId): Promise<PaymentState>;
  findBill(day: string): Promise<unknown>;
  now: Date;
}

/** A number that no installation uses: installations' numbers have three parts. */
const unknownNumber = 'recline_check';

/** Alipay signs what it says of a payment that does not exist, so that one query tries both signatures. */
export async function check({ settings, query, findBill, now }: CheckDeps): Promise<string[]> {
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
