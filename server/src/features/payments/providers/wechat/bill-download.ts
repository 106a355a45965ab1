import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type BillRow, Refused, Retry } from '../../port.ts';
import { download } from '../shared/http.ts';
import { linesOf } from '../shared/lines.ts';
import { billRows } from './bill.ts';
import type { WechatClient } from './client.ts';
import { noBillCode } from './errors.ts';
import { signedRequest, type TransportDeps } from './transport.ts';

const billAnswer = z.object({ hash_type: z.literal('SHA1'), hash_value: z.string(), download_url: z.url() });

/** The trade bill of a day. The file is not signed; its SHA-1 in the signed answer proves it, once it is read whole. */
export async function* bill(
  deps: TransportDeps & { call: WechatClient },
  day: string,
  keep: (chunk: Uint8Array) => Promise<void>,
): AsyncGenerator<BillRow> {
  const found = await findBill(deps.call, day).catch(withoutBill);
  if (!found) return;
  const hash = createHash('sha1');
  const { pathname, search, href } = new URL(found.download_url);
  const request = signedRequest(deps, { method: 'GET', target: pathname + search });
  const file = download(deps.fetch, href, request, async (chunk) => {
    hash.update(chunk);
    await keep(chunk);
  });
  yield* billRows(linesOf(file, 'utf-8'));
  if (hash.digest('hex') !== found.hash_value.toLowerCase()) throw new Retry('the bill does not have its SHA-1');
}

export const findBill = (call: WechatClient, day: string) =>
  call({ method: 'GET', target: `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL` }, billAnswer);

/** A day without trade has no bill; any other refusal means that it is not there yet. */
function withoutBill(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error;
  if (error.code !== noBillCode) throw new Retry(error.message);
}
