import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureHeader } from '../server/src/features/payments/index.ts';
import type { Answer, Client } from '../server/src/testing/client.ts';
import type { Account } from '../server/src/testing/world.ts';
import type { Asked, Scene } from './scene.ts';
import type { Happening, Means, Payment } from './schedule.ts';

type Start = Extract<Happening, { do: 'start' }>;

const longestAnswer = 60_000;
const patience = 60_000;

/** Sends a call, and again where nothing or only "not now" came back, as a patient client does. */
async function insist<T>(
  { slot, told }: Scene,
  what: string,
  tries: number,
  call: (client: Client) => Promise<Answer<T>>,
): Promise<Answer<T> | undefined> {
  for (let tried = 0; tried < tries; tried += 1) {
    if (tried > 0) await sleep(120);
    const server = slot.server();
    if (!server) continue;
    const answer = await Promise.race([
      call(server.client).catch(() => undefined),
      sleep(longestAnswer, 'never' as const, { ref: false }),
    ]);
    if (answer === 'never') told.faulty.push(`${what} was not answered`);
    else if (answer?.code === 500) told.faulty.push(`${what} was answered with 500`);
    else if (answer && answer.status < 500) return answer;
  }
  return undefined;
}

/** Orders a start, perhaps several times at once under one request, and pays where there is something to pay. */
export async function start(scene: Scene, { chair, person, price, means, tries, echoes }: Start): Promise<void> {
  const starter = means.how === 'counter' ? scene.manager : scene.consumers[person];
  const deviceId = scene.chairs[chair]?.chair.deviceId ?? '';
  const priceId = scene.outlet.prices[price]?.priceId ?? '';
  if (!starter) return;
  const requestId = randomUUID();
  const asked: Asked = { accountId: starter.accountId, requestId, answers: [] };
  scene.told.asked.push(asked);
  const input = { deviceId, priceId, requestId, ...paidBy(scene, means) };
  const paying = new Set<string>();
  const once = async () => {
    const answer = await insist(scene, 'activate', tries, (client) =>
      client.starting.activate(input, { token: starter.token }),
    );
    if (!answer) return;
    const { orderId = null, status = null, payUrl } = answer.data ?? {};
    asked.answers.push({ code: answer.code, orderId, status });
    if (payUrl === undefined || orderId === null || paying.has(orderId) || !('payment' in means)) return;
    paying.add(orderId);
    await sleep(means.after);
    await pay(scene, orderId, payUrl, means.payment);
  };
  await Promise.all(Array.from({ length: 1 + echoes }, once));
}

function paidBy({ coupons, cashCoupons }: Scene, means: Means) {
  if (means.how === 'counter') return { payType: 'cash' } as const;
  if (means.how === 'cash coupon') return { payType: 'cash', cashCouponNo: cashCoupons[means.coupon] } as const;
  if (means.how === 'coupon') return { payType: 'sandbox', couponNo: coupons[means.coupon] } as const;
  return { payType: 'sandbox' } as const;
}

async function pay(scene: Scene, orderId: string, payUrl: string, payment: Payment): Promise<void> {
  if (payment === 'abandoned') return;
  if (payment === 'declined') return atTheCashier(scene, payUrl, { decision: 'declined' });
  if (payment === 'now' || payment === 'twice' || payment === 'late') {
    return atTheCashier(scene, payUrl, { decision: 'paid', notice: payment });
  }
  const notice = await decide(scene, orderId);
  if (!notice || payment === 'lost') return;
  const tell = () => sendNotice(scene, orderId, notice);
  if (payment === 'repeated') await Promise.all([tell(), tell(), sleep(300).then(tell), sleep(900).then(tell)]);
  else await Promise.all([tell(), sleep(30).then(() => atTheCashier(scene, payUrl, { decision: 'paid' }))]);
}

async function atTheCashier({ slot }: Scene, payUrl: string, choice: Record<string, string>): Promise<void> {
  const path = new URL(payUrl).pathname;
  for (let tried = 0; tried < 4; tried += 1) {
    const server = slot.server();
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

/** The payer pays at the provider, and our server does not hear of it. */
async function decide({ slot }: Scene, orderId: string): Promise<Notice | undefined> {
  const { rows } = await slot.pool.query<Omit<Notice, 'status'>>(
    `UPDATE sandbox_payments s SET status = 'paid', ref = $2, paid_at = now() FROM payment_attempts a
     WHERE a.order_id = $1 AND s.number = a.number AND s.status = 'open'
     RETURNING s.number, s.ref, s.amount, s.currency`,
    [orderId, randomUUID()],
  );
  return rows[0] && { ...rows[0], status: 'paid' };
}

/** The provider's notice, signed as the provider signs; it tries a few times. */
async function sendNotice({ slot, told }: Scene, orderId: string, notice: Notice): Promise<void> {
  const { rows } = await slot.pool.query<{ value: string }>(`SELECT value FROM secrets WHERE name = 'sandbox'`);
  const body = JSON.stringify(notice);
  const signature = createHmac('sha256', rows[0]?.value ?? '')
    .update(body)
    .digest('hex');
  const headers = { 'content-type': 'application/json', [signatureHeader]: signature };
  for (let tried = 0; tried < 3; tried += 1) {
    const url = slot.server()?.url;
    const sent = url && fetch(`${url}/api/payments/notice/sandbox`, { method: 'POST', headers, body });
    const answer = sent ? await sent.catch(() => undefined) : undefined;
    if (answer?.ok) return void told.noticed.push(orderId);
    await sleep(100);
  }
}

interface Latest {
  orderId: string;
  owner: Account | undefined;
}

/** The newest order of a chair, and who placed it. */
async function latestOrder(scene: Scene, chair: number): Promise<Latest | undefined> {
  const { rows } = await scene.slot.pool.query<{ id: number; placed_by: number | null }>(
    'SELECT id, placed_by FROM orders WHERE device_id = $1 ORDER BY id DESC LIMIT 1',
    [scene.chairs[chair]?.chair.deviceId],
  );
  const [order] = rows;
  return (
    order && {
      orderId: String(order.id),
      owner: scene.consumers.find(({ accountId }) => accountId === order.placed_by),
    }
  );
}

export async function stop(scene: Scene, chair: number, by: 'owner' | 'manager'): Promise<void> {
  const latest = await latestOrder(scene, chair);
  if (!latest) return;
  const { token } = (by === 'owner' && latest.owner) || scene.manager;
  const { orderId } = latest;
  const answer = await insist(scene, 'stop', 3, (client) => client.orders.stop({ orderId }, { token }));
  if (answer?.code === 200) scene.told.stopped.push(orderId);
}

export async function refund(scene: Scene, chair: number): Promise<void> {
  const latest = await latestOrder(scene, chair);
  if (!latest) return;
  const { orderId } = latest;
  const { token } = scene.manager;
  const answer = await insist(scene, 'refund', 3, (client) =>
    client.orders.refund({ orderId, reason: 'did not like it' }, { token }),
  );
  if (answer?.code === 200) scene.told.refunded.push(orderId);
}

/**
 * With all trouble over, somebody starts a free chair, with a coupon if one is left: it works. A machine that is
 * busy with other things may be too slow for a start; then it works the next time, with the same coupon.
 */
export async function startAfterwards(scene: Scene, deviceId: string, couponNo: string | undefined): Promise<void> {
  const { client } = await scene.slot.up();
  const starter = couponNo === undefined ? scene.manager : scene.consumers[0];
  if (!starter) return;
  const paid = couponNo === undefined ? ({ payType: 'cash' } as const) : ({ payType: 'coupon', couponNo } as const);
  const priceId = scene.outlet.prices[0]?.priceId ?? '';
  let code = 0;
  for (const deadline = Date.now() + patience; code !== 200 && Date.now() < deadline; await sleep(50)) {
    const requestId = randomUUID();
    const answer = await client.starting.activate({ deviceId, priceId, requestId, ...paid }, { token: starter.token });
    const { orderId = null, status = null } = answer.data ?? {};
    scene.told.asked.push({
      accountId: starter.accountId,
      requestId,
      answers: [{ code: answer.code, orderId, status }],
    });
    code = answer.code;
  }
  const how = couponNo === undefined ? 'for cash' : `with coupon ${couponNo}`;
  if (code !== 200) scene.told.faulty.push(`chair ${deviceId} could not be started ${how} when all was well: ${code}`);
}
