import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '@recline/contract/call';
import { signatureHeader } from '../server/src/features/payments/index.ts';
import type { Account } from '../server/src/testing/world.ts';
import type { Payment } from './actions.ts';
import { callWithRetry } from './calls.ts';
import type { Scene } from './scene.ts';

/** Pays at the sandbox, which is a part of the server: its cashier page is unavailable while the server is down. */
export async function payAtSandbox(
  scene: Scene,
  payer: Account,
  { orderId, payUrl }: { orderId: string; payUrl: string },
  payment: Payment,
): Promise<void> {
  if (payment === 'abandoned') return;
  if (payment === 'both') return payTwice(scene, payer, orderId);
  if (payment === 'closed') await callWithRetry(scene, 'stop', 3, (client) => client.orders.stop({ orderId }, payer));
  if (payment === 'declined') return decideAtCashier(scene, payUrl, { decision: 'declined' });
  if (payment === 'now' || payment === 'twice' || payment === 'late') {
    return decideAtCashier(scene, payUrl, { decision: 'paid', notice: payment });
  }
  const notice = await decide(scene, orderId);
  if (!notice || payment === 'lost') return;
  const tell = () => sendNotice(scene, orderId, notice);
  if (payment === 'repeated') await Promise.all([tell(), tell(), sleep(300).then(tell), sleep(900).then(tell)]);
  else await Promise.all([tell(), sleep(30).then(() => decideAtCashier(scene, payUrl, { decision: 'paid' }))]);
}

/** Pays at the provider, then asks for another way to pay from WeChat's browser, and pays that too. */
async function payTwice(scene: Scene, { token }: Account, orderId: string): Promise<void> {
  const first = await decide(scene, orderId);
  const url = scene.environment.server()?.url;
  const headers = { 'access-token': token, 'user-agent': 'MicroMessenger/8.0' };
  const asked =
    url && fetch(`${url}${basePath}/data-centre/pay`, { method: 'POST', headers, body: orderForm(orderId) });
  const answer = asked ? await asked.then((response) => response.json()).catch(() => undefined) : undefined;
  const { payUrl } = (answer as { data?: { payUrl?: string } } | undefined)?.data ?? {};
  await Promise.all([
    first && sendNotice(scene, orderId, first),
    payUrl && decideAtCashier(scene, payUrl, { decision: 'paid' }),
  ]);
}

const orderForm = (orderId: string) => new URLSearchParams({ orderId });

async function decideAtCashier({ environment }: Scene, payUrl: string, choice: Record<string, string>): Promise<void> {
  const path = new URL(payUrl).pathname;
  for (let tried = 0; tried < 4; tried += 1) {
    const server = environment.server();
    const body = new URLSearchParams(choice);
    const answer =
      server &&
      (await fetch(`${server.url}${path}`, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined));
    if (answer && answer.status < 500) return;
    await sleep(120);
  }
}

interface Notice {
  number: string;
  status: 'paid';
  ref: string;
  amount: number;
  currency: string;
}

/** The payer pays at the provider, without a notice to our server. */
async function decide({ environment }: Scene, orderId: string): Promise<Notice | undefined> {
  const { rows } = await environment.pool.query<Omit<Notice, 'status'>>(
    `UPDATE sandbox_payments s SET status = 'paid', ref = $2, paid_at = now() FROM payment_attempts a
     WHERE a.order_id = $1 AND s.number = a.number AND s.status = 'open'
     RETURNING s.number, s.ref, s.amount, s.currency`,
    [orderId, randomUUID()],
  );
  return rows[0] && { ...rows[0], status: 'paid' };
}

/** Sends the provider's signed notice, with retries. */
async function sendNotice({ environment, reported }: Scene, orderId: string, notice: Notice): Promise<void> {
  const { rows } = await environment.pool.query<{ value: string }>(`SELECT value FROM secrets WHERE name = 'sandbox'`);
  const body = JSON.stringify(notice);
  const signature = createHmac('sha256', rows[0]?.value ?? '')
    .update(body)
    .digest('hex');
  const headers = { 'content-type': 'application/json', [signatureHeader]: signature };
  for (let tried = 0; tried < 3; tried += 1) {
    const url = environment.server()?.url;
    const sent = url && fetch(`${url}/api/payments/notice/sandbox`, { method: 'POST', headers, body });
    const answer = sent ? await sent.catch(() => undefined) : undefined;
    if (answer?.ok) return void reported.noticesAccepted.push(orderId);
    await sleep(100);
  }
}
