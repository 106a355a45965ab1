import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '@recline/contract/call';
import { signatureHeader } from '../server/src/features/payments/index.ts';
import type { Answer, Client } from '../server/src/testing/client.ts';
import type { Account } from '../server/src/testing/world.ts';
import type { Scene, StartRequest } from './scene.ts';
import type { Action, Payment, PaymentMethod } from './schedule.ts';

type Start = Extract<Action, { do: 'start' }>;

const answerTimeoutMs = 60_000;
const timeoutMs = 60_000;

/** Sends a call, and retries while there is no answer or a 503. */
async function callWithRetry<T>(
  { environment, reported }: Scene,
  what: string,
  tries: number,
  call: (client: Client) => Promise<Answer<T>>,
): Promise<Answer<T> | undefined> {
  for (let tried = 0; tried < tries; tried += 1) {
    if (tried > 0) await sleep(120);
    const server = environment.server();
    if (!server) continue;
    const answer = await Promise.race([
      call(server.client).catch(() => undefined),
      sleep(answerTimeoutMs, 'never' as const, { ref: false }),
    ]);
    if (answer === 'never') reported.unexpected.push(`${what} was not answered`);
    else if (answer?.code === 500) reported.unexpected.push(`${what} was answered with 500`);
    else if (answer && answer.status < 500) return answer;
  }
  return undefined;
}

/** Requests a start, perhaps several times in parallel with one request id, and pays if needed. */
export async function start(scene: Scene, { chair, person, price, method, tries, duplicates }: Start): Promise<void> {
  const starter = method.how === 'counter' ? scene.manager : scene.consumers[person];
  const deviceId = scene.chairs[chair]?.chair.deviceId ?? '';
  const priceId = scene.outlet.prices[price]?.priceId ?? '';
  if (!starter) return;
  const requestId = randomUUID();
  const request: StartRequest = { accountId: starter.accountId, requestId, answers: [] };
  scene.reported.starts.push(request);
  const input = { deviceId, priceId, requestId, ...paymentInput(scene, method) };
  const paying = new Set<string>();
  const once = async () => {
    const answer = await callWithRetry(scene, 'activate', tries, (client) =>
      client.starting.activate(input, { token: starter.token, address: addressOf(starter) }),
    );
    if (!answer) return;
    const { orderId = null, status = null, payUrl } = answer.data ?? {};
    request.answers.push({ code: answer.code, orderId, status });
    if (payUrl === undefined || orderId === null || paying.has(orderId) || !('payment' in method)) return;
    paying.add(orderId);
    await sleep(method.after);
    if (method.payment === 'both') await payTwice(scene, starter, orderId);
    else await pay(scene, orderId, payUrl, method.payment);
  };
  await Promise.all(Array.from({ length: 1 + duplicates }, once));
}

/** People have their own phones: the limits by address are not what is tested. */
const addressOf = ({ accountId }: { accountId: number }) => `10.0.${(accountId >> 8) & 255}.${accountId & 255}`;

function paymentInput({ coupons, cashCoupons }: Scene, method: PaymentMethod) {
  if (method.how === 'counter') return { payType: 'cash' } as const;
  if (method.how === 'cash coupon') return { payType: 'cash', cashCouponNo: cashCoupons[method.coupon] } as const;
  if (method.how === 'coupon') return { payType: 'sandbox', couponNo: coupons[method.coupon] } as const;
  return { payType: 'sandbox' } as const;
}

async function pay(scene: Scene, orderId: string, payUrl: string, payment: Exclude<Payment, 'both'>): Promise<void> {
  if (payment === 'abandoned') return;
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

interface Latest {
  orderId: string;
  amount: number;
  owner: Account | undefined;
}

/** The newest order of a chair, and who placed it. */
async function latestOrder(scene: Scene, chair: number): Promise<Latest | undefined> {
  const { rows } = await scene.environment.pool.query<{ id: number; placed_by: number | null; amount: number }>(
    'SELECT id, placed_by, amount::int FROM orders WHERE device_id = $1 ORDER BY id DESC LIMIT 1',
    [scene.chairs[chair]?.chair.deviceId],
  );
  const [order] = rows;
  return (
    order && {
      orderId: String(order.id),
      amount: order.amount,
      owner: scene.consumers.find(({ accountId }) => accountId === order.placed_by),
    }
  );
}

export async function stop(scene: Scene, chair: number, by: 'owner' | 'manager'): Promise<void> {
  const latest = await latestOrder(scene, chair);
  if (!latest) return;
  const { token } = (by === 'owner' && latest.owner) || scene.manager;
  const { orderId } = latest;
  const answer = await callWithRetry(scene, 'stop', 3, (client) => client.orders.stop({ orderId }, { token }));
  if (answer?.code === 200) scene.reported.stopped.push(orderId);
}

export async function refund(scene: Scene, chair: number, share: number | undefined): Promise<void> {
  const latest = await latestOrder(scene, chair);
  if (!latest) return;
  const { orderId } = latest;
  const { token } = scene.manager;
  // However often it is sent, it is one refund.
  const part = share && { amount: Math.max(1, Math.floor(latest.amount * share)), requestId: randomUUID() };
  const answer = await callWithRetry(scene, 'refund', 3, (client) =>
    client.orders.refund({ orderId, reason: 'did not like it', ...part }, { token }),
  );
  if (answer?.code === 200 && !part) scene.reported.refunded.push(orderId);
}

/**
 * After all faults have ended, a free chair can be started, with a coupon if one is left. On a busy machine a start may
 * time out; then it must work the next time, with the same coupon.
 */
export async function startAfterwards(scene: Scene, deviceId: string, couponNo: string | undefined): Promise<void> {
  const { client } = await scene.environment.up();
  const starter = couponNo === undefined ? scene.manager : scene.consumers[0];
  if (!starter) return;
  const paid = couponNo === undefined ? ({ payType: 'cash' } as const) : ({ payType: 'coupon', couponNo } as const);
  const priceId = scene.outlet.prices[0]?.priceId ?? '';
  let code = 0;
  for (const deadline = Date.now() + timeoutMs; code !== 200 && Date.now() < deadline; await sleep(50)) {
    const requestId = randomUUID();
    const answer = await client.starting.activate({ deviceId, priceId, requestId, ...paid }, { token: starter.token });
    const { orderId = null, status = null } = answer.data ?? {};
    scene.reported.starts.push({
      accountId: starter.accountId,
      requestId,
      answers: [{ code: answer.code, orderId, status }],
    });
    code = answer.code;
  }
  const how = couponNo === undefined ? 'for cash' : `with coupon ${couponNo}`;
  if (code !== 200)
    scene.reported.unexpected.push(`chair ${deviceId} could not be started ${how} after all faults had ended: ${code}`);
}
