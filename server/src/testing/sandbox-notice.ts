import { createHmac, randomUUID } from 'node:crypto';
import type { Pool } from '../platform/db.ts';
import { secret } from '../platform/secrets.ts';

/** Sends a genuine notice of the sandbox: 15.00 CNY paid, unless told otherwise. */
export async function sendSandboxNotice(
  { pool, url }: { pool: Pool; url: string },
  changes: { number: string; amount?: number; currency?: string },
): Promise<Response> {
  const body = JSON.stringify({ status: 'paid', ref: randomUUID(), amount: 1500, currency: 'CNY', ...changes });
  const signature = createHmac('sha256', await secret(pool, 'sandbox'))
    .update(body)
    .digest('hex');
  const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature };
  return fetch(`${url}/api/payments/notice/sandbox`, { method: 'POST', headers, body });
}
