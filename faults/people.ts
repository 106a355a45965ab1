import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../server/src/testing/world.ts';
import type { Action, PaymentMethod } from './actions.ts';
import { callWithRetry } from './calls.ts';
import { payAtProvider, planOvertaking } from './provider-payers.ts';
import { payAtSandbox } from './sandbox-payers.ts';
import type { Scene, StartRequest } from './scene.ts';

type Start = Extract<Action, { do: 'start' }>;

const timeoutMs = 60_000;

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
    const { at, payment } = method;
    if (at === 'sandbox') await payAtSandbox(scene, starter, { orderId, payUrl }, payment);
    else await payAtProvider(scene, starter, { orderId, payUrl, at }, payment);
  };
  if ('at' in method && method.at !== 'sandbox' && method.payment === 'overtaking') planOvertaking(scene, method.at);
  await Promise.all(Array.from({ length: 1 + duplicates }, once));
}

/** Each person has a separate address, because limits by address are not tested here. */
const addressOf = ({ accountId }: { accountId: number }) => `10.0.${(accountId >> 8) & 255}.${accountId & 255}`;

function paymentInput({ coupons, cashCoupons }: Scene, method: PaymentMethod) {
  if (method.how === 'counter') return { payType: 'cash' } as const;
  if (method.how === 'cash coupon') return { payType: 'cash', cashCouponNo: cashCoupons[method.coupon] } as const;
  if (method.how === 'coupon') return { payType: method.at, couponNo: coupons[method.coupon] } as const;
  return { payType: method.at } as const;
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
  // However often the request is sent, it makes one refund.
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
