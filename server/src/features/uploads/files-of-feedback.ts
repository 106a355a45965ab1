import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { UploadDeps } from './uploads.port.ts';
import * as rules from './uploads.rules.ts';
import * as sql from './uploads.sql.ts';
import { countReported } from './uploads-without-order.ts';

/**
 * Assigns files to a feedback, in its transaction. Each must be the account's own and not yet assigned. `report`: it
 * concerns no order, so its files count towards that quota, unless they already did when uploaded.
 */
export async function claim(
  db: Db,
  deps: UploadDeps,
  caller: Caller,
  feedbackId: number,
  urls: string[],
  request: FastifyRequest,
  report: { address: string } | undefined,
): Promise<void> {
  const keys = [...new Set(urls)].map((url) => keyOf(deps, url, request));
  const claimed = await sql.claimFiles(db, feedbackId, caller.accountId, keys);
  if (claimed.length !== keys.length) throw fail('badRequest', { field: 'files' });
  const { accountId } = caller;
  const bytes = claimed.reduce((sum, file) => sum + file.bytes, 0);
  if (report && bytes > 0 && (await deps.hasOrder(db, accountId)))
    await countReported(db, deps, { accountId, bytes, address: report.address });
}

/** The key in a file's address; empty if the address is not of this host. */
export function keyOf({ host }: UploadDeps, url: string, request: FastifyRequest): string {
  const address = host.address(request);
  return url.startsWith(address) ? url.slice(address.length) : '';
}

/** The signed URLs of the files of each feedback, as this caller reaches them. */
export async function urlsOf(
  { pool, clock, host }: UploadDeps,
  feedbackIds: number[],
  request: FastifyRequest,
): Promise<Map<number, string[]>> {
  const urls = new Map<number, string[]>(feedbackIds.map((id) => [id, []]));
  const until = rules.readableUntil(clock());
  for (const { feedback_id, key } of await sql.filesOfFeedback(pool, feedbackIds)) {
    urls.get(feedback_id)?.push(await host.signedUrl(key, request, until));
  }
  return urls;
}
