import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import { type BillRow, Refused, Retry } from '../../port.ts';
import { download } from '../shared/http.ts';
import { linesOf } from '../shared/lines.ts';
import { unzipped } from '../shared/unzip.ts';
import { billRows } from './bill.ts';
import { noBillCodes } from './errors.ts';
import type { Gateway } from './gateway.ts';

/** The bill of all acquiring products. Older documents say that merchants of WAP use `signcustomer`. */
const billType = 'trade';
/** A bill that is still missing this long after its day began is not late: there was no trade. */
const emptyAfterMs = 3 * 24 * 3600_000;

const billAnswer = z.object({ bill_download_url: z.url() });

export const findBill = (gateway: Gateway, day: string) =>
  gateway('alipay.data.dataservice.bill.downloadurl.query', billAnswer, { bill_type: billType, bill_date: day });

/** A zip file with two CSV files in GBK. Its address works for 30 s. */
export async function* bill(
  { gateway, fetch, clock }: { gateway: Gateway; fetch: typeof globalThis.fetch; clock: Clock },
  day: string,
  keep: (chunk: Uint8Array) => Promise<void>,
): AsyncGenerator<BillRow> {
  const found = await findBill(gateway, day).catch((error) => withoutBill(error, day, clock()));
  if (!found) return;
  const file = download(fetch, found.bill_download_url, {}, keep);
  yield* billRows(linesOf(unzipped(file), 'gbk'));
}

function withoutBill(error: unknown, day: string, now: Date): undefined {
  if (!(error instanceof Refused)) throw error;
  const began = new Date(`${day}T00:00:00+08:00`).getTime();
  if (!noBillCodes.has(error.code) || now.getTime() < began + emptyAfterMs) throw new Retry(error.message);
}
