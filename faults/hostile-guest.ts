import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GuestTrick } from './actions.ts';
import { callWithRetry } from './calls.ts';
import { visit } from './provider-payers.ts';
import { payAtSandbox } from './sandbox-payers.ts';
import type { Scene } from './scene.ts';

/** Free accounts are unlimited; addresses are harder to get. */
const address = '10.9.9.9';

interface Stranger {
  accountId: number;
  token: string;
}

interface Placed {
  orderId: string;
  payUrl: string;
}

/** A stranger's order that awaits its payment. Answers about it must be true even for strangers. */
export async function placeAs(
  scene: Scene,
  { accountId, token }: Stranger,
  { deviceId, payType }: { deviceId: string; payType: string },
): Promise<Placed | undefined> {
  const requestId = randomUUID();
  const priceId = scene.outlet.prices[0]?.priceId ?? '';
  const request = { accountId, requestId, answers: [] as { code: number; orderId: string | null; status: null }[] };
  scene.reported.starts.push(request);
  const answer = await callWithRetry(scene, 'activate', 1, (client) =>
    client.starting.activate({ deviceId, priceId, requestId, payType }, { token, address }),
  );
  if (!answer) return undefined;
  const { orderId = null, payUrl } = answer.data ?? {};
  request.answers.push({ code: answer.code, orderId, status: null });
  return orderId !== null && payUrl !== undefined ? { orderId, payUrl } : undefined;
}

/** The newest order of an honest person on a chair, and the number of its newest payment. */
export async function victimAt({ environment, chairs, consumers, manager }: Scene, chair: number) {
  const honest = [manager, ...consumers].map(({ accountId }) => accountId);
  const { rows } = await environment.pool.query<{
    orderId: string;
    number: string | null;
    provider: string | null;
    session: string | null;
    amount: number;
    command: string | null;
  }>(
    `SELECT o.id::text AS "orderId", a.number, a.provider, a.provider_ref AS session, o.amount::int,
       (SELECT id::text FROM commands c WHERE c.order_id = o.id LIMIT 1) AS command
     FROM orders o LEFT JOIN payment_attempts a ON a.order_id = o.id
     WHERE o.device_id = $1 AND o.placed_by = ANY($2) ORDER BY o.id DESC, a.id DESC LIMIT 1`,
    [chairs[chair]?.chair.deviceId, honest],
  );
  return rows[0];
}

type Trick = (scene: Scene, chair: number) => Promise<unknown>;

const tricks: Record<GuestTrick, Trick> = {
  async 'pays for another'(scene, chair) {
    const victim = await victimAt(scene, chair);
    const { providers } = scene.environment;
    const provider = victim?.provider;
    if (!victim?.number || !provider || provider === 'sandbox') return;
    // A payment that is not open, or that Alipay has not heard of, cannot be paid.
    await providers[provider as 'wechat'].pay(victim.number, { anyway: true }).catch(() => {});
  },
  'foreign orders': askForForeign,
  async floods(scene, chair) {
    const { guest } = scene.hostile;
    const deviceId = scene.chairs[chair]?.chair.deviceId ?? '';
    const several = [1, 2, 3].map(() => placeAs(scene, guest, { deviceId, payType: 'sandbox' }));
    const placed = (await Promise.all(several)).filter((each) => each !== undefined);
    await Promise.all(placed.flatMap((order) => Array.from({ length: 8 }, () => keepTrying(scene, order))));
    await Promise.all(placed.map((order) => payAtSandbox(scene, scene.hostile.guest, order, 'repeated')));
  },
  async 'logs out and in'(scene, chair) {
    const first = await newGuest(scene);
    const deviceId = scene.chairs[chair]?.chair.deviceId ?? '';
    const placed = first && (await placeAs(scene, first, { deviceId, payType: 'stripe' }));
    if (!placed) return;
    const { orderId } = placed;
    const { token } = first;
    await Promise.all([
      callWithRetry(scene, 'pay', 1, (client) => client.starting.pay({ orderId }, { token, address })),
      callWithRetry(scene, 'logout', 3, (client) => client.session.logout({}, { token })),
    ]);
    const second = await newGuest(scene);
    if (second) await expectRefused(scene, second.token, orderId);
    await visit(placed.payUrl, 'pay');
  },
};

/** Asks again how to pay, and again whether it is paid. */
async function keepTrying(scene: Scene, { orderId }: Placed): Promise<void> {
  const { token } = scene.hostile.guest;
  const { rows } = await scene.environment.pool.query<{ return_to: string }>(
    `SELECT s.return_to FROM sandbox_payments s JOIN payment_attempts a ON a.number = s.number WHERE a.order_id = $1`,
    [orderId],
  );
  const key = URL.parse(rows[0]?.return_to ?? '')?.searchParams.get('key') ?? '';
  await Promise.all([
    callWithRetry(scene, 'pay', 1, (client) => client.starting.pay({ orderId }, { token, address })),
    callWithRetry(scene, 'returned', 1, (client) => client.orders.returned({ orderId, key }, { address })),
  ]);
}

async function newGuest(scene: Scene): Promise<Stranger | undefined> {
  const login = await callWithRetry(scene, 'guest', 2, (client) => client.session.guest({}, { address }));
  const token = login?.data?.accessToken;
  if (token === undefined) return undefined;
  const info = await callWithRetry(scene, 'info', 3, (client) => client.session.info({}, { token, address }));
  return info?.data && { accountId: Number(info.data.id), token };
}

async function askForForeign(scene: Scene, chair: number): Promise<void> {
  const victim = await victimAt(scene, chair);
  if (victim) await expectRefused(scene, scene.hostile.guest.token, victim.orderId);
}

/** Every call about another account's order, reading and changing. */
async function expectRefused(scene: Scene, token: string, orderId: string): Promise<void> {
  const sent = { token, address };
  const asked = {
    order: callWithRetry(scene, 'get', 1, (client) => client.orders.get({ orderId }, sent)),
    'a stop': callWithRetry(scene, 'stop', 1, (client) => client.orders.stop({ orderId }, sent)),
    'a way to pay': callWithRetry(scene, 'pay', 1, (client) => client.starting.pay({ orderId }, sent)),
    'a refund': callWithRetry(scene, 'refund', 1, (client) => client.orders.refund({ orderId, reason: 'mine' }, sent)),
    'a receipt': callWithRetry(scene, 'receipt', 1, (client) => client.orders.receipt({ orderId }, sent)),
    'the order of a payer': callWithRetry(scene, 'returned', 1, (client) =>
      client.orders.returned({ orderId, key: 'a'.repeat(27) }, sent),
    ),
    feedback: callWithRetry(scene, 'feedback', 1, (client) =>
      client.feedback.insert({ orderId, problem: 'other', description: 'mine', files: [] }, sent),
    ),
  };
  for (const [what, asking] of Object.entries(asked)) {
    const answer = await asking;
    if (answer?.code === 200) scene.reported.obtained.push(`${what} (order ${orderId})`);
    else if (answer) scene.reported.refused += 1;
  }
}

/** On the hostile chair, which may report anything about the order. */
export async function orderAtHostileChair(scene: Scene): Promise<void> {
  const { chair, guest } = scene.hostile;
  await sleep(200); // until its state is known
  const placed = await placeAs(scene, guest, { deviceId: chair.deviceId, payType: 'sandbox' });
  if (placed) await payAtSandbox(scene, guest, placed, 'now');
}

export const hostileGuest = (scene: Scene, { chair, trick }: { chair: number; trick: GuestTrick }): Promise<unknown> =>
  tricks[trick](scene, chair);
