import { randomUUID } from 'node:crypto';
import { randomToken, sha256 } from '../../features/session/passwords.ts';
import { makeCashCoupon, makeCoupon } from '../../testing/coupons.ts';
import type { TestServer } from '../../testing/start.ts';
import { postFile, samples } from '../../testing/uploads.ts';
import type { Account, Outlet } from '../../testing/world.ts';
import type { KnownIds } from './values.ts';

/** A marker in the victims' private texts. No answer may contain it. */
export const marker = 'QXvictimQX';

/** The callers: anonymous, with a token, and with an expired session. */
export const kinds = ['nobody', 'consumer', 'bound', 'manager', 'without', 'expired'] as const;
export type Kind = (typeof kinds)[number];

export type Scene = Awaited<ReturnType<typeof setScene>>;

/**
 * Two unrelated outlets: the callers belong to the first, which has a working chair; the victims belong to the second.
 */
export async function setScene(server: TestServer, own: { outlet: Outlet; deviceId: string }) {
  const victims = await makeVictims(server);
  const { world, pool } = server;
  const callers: Record<Exclude<Kind, 'nobody'>, Account> = {
    consumer: await world.consumer(),
    bound: await world.consumer({ boundTo: own.outlet }),
    manager: await world.manager([own.outlet]),
    without: await world.manager([own.outlet], []),
    expired: await world.consumer(),
  };
  const orders = [];
  // Cash orders: an online order without a payment could not be refunded, and a caller will try.
  const forCash = { type: 'cash_coupon' } as const;
  for (const placedBy of Object.values(callers)) orders.push(await world.order(own.deviceId, { ...forCash, placedBy }));
  const running = await world.device(own.outlet, { online: true });
  orders.push(await world.order(running.deviceId, { ...forCash, status: 'running', placedBy: callers.consumer }));
  const ids: KnownIds = {
    outletId: [own.outlet.outletId, victims.outlet.outletId],
    deviceId: [own.deviceId, running.deviceId, victims.deviceId],
    orderId: [...orders.map((order) => order.orderId), ...victims.orderIds],
    feedbackId: [victims.feedbackId],
    priceId: [...own.outlet.prices, ...victims.outlet.prices].map((price) => price.priceId),
    requestId: [randomUUID(), randomUUID(), ...victims.requestIds],
    couponNo: [await makeCoupon(pool, 'free'), await makeCoupon(pool, 'discount')],
    cashCouponNo: [await makeCashCoupon(pool, own.outlet, 2000)],
    mobile: [victims.guest.mobile, '13800000000'],
    account: [victims.manager.account, callers.manager.account],
    files: [victims.fileUrl],
  };
  const tokenOf = (kind: Kind) => (kind === 'nobody' ? '' : callers[kind].token);
  /** Renews all sessions: a caller may have logged out or in elsewhere, and one session must be expired. */
  async function logIn(): Promise<void> {
    for (const [kind, caller] of Object.entries(callers)) {
      caller.token = randomToken();
      const usedAt = new Date(Date.now() - (kind === 'expired' ? 13 : 0) * 3600_000);
      await pool.query('DELETE FROM sessions WHERE account_id = $1', [caller.accountId]);
      await pool.query(
        'INSERT INTO sessions (token_hash, account_id, exclusive, created_at, last_used_at) VALUES ($1, $2, $3, $4, $4)',
        [sha256(caller.token), caller.accountId, false, usedAt],
      );
    }
  }
  await logIn();
  return { victims, callers, ids, tokenOf, logIn };
}

async function makeVictims({ world, client, pool }: TestServer) {
  const outlet = await world.outlet();
  const guest = await world.consumer();
  const manager = await world.manager([outlet]);
  await pool.query('UPDATE accounts SET name = $2 WHERE id = ANY($1)', [[guest.accountId, manager.accountId], marker]);
  const { deviceId } = await world.device(outlet, { online: true });
  const orders = [];
  for (const status of ['finished', 'failed'] as const) {
    orders.push(await world.order(deviceId, { status, placedBy: guest, couponProperty: 'free' }));
  }
  const orderIds = orders.map((order) => order.orderId);
  const secrets = [marker, ...orders.map((order) => order.couponNo ?? marker)];
  const requests = await pool.query<{ request_id: string }>('SELECT request_id FROM orders WHERE placed_by = $1', [
    guest.accountId,
  ]);
  const policy = (await client.uploads.policy({}, { token: guest.token })).data;
  const { url: fileUrl } = await postFile(policy, `${marker}.png`, samples['image/png']);
  const told = { orderId: orderIds[0] ?? '', problem: 'noise', description: marker, files: [fileUrl] } as const;
  const { data } = await client.feedback.insert({ ...told, files: [fileUrl] }, { token: guest.token, json: true });
  const answered = { feedbackId: data.feedbackId, reply: marker, status: 'open' } as const;
  await client.feedback.reply(answered, { token: manager.token });
  const requestIds = requests.rows.map((row) => row.request_id);
  return { outlet, guest, manager, deviceId, orderIds, requestIds, secrets, fileUrl, feedbackId: data.feedbackId };
}

/** All rows of the victims. */
export async function victimsRows({ pool }: TestServer, { victims }: Scene): Promise<unknown[]> {
  const accounts = [victims.guest.accountId, victims.manager.accountId];
  const read = async (query: string, values: unknown[]) => (await pool.query(query, values)).rows as unknown[];
  return [
    await read('SELECT * FROM orders WHERE id = ANY($1) ORDER BY id', [victims.orderIds]),
    await read('SELECT * FROM feedback WHERE id = $1', [victims.feedbackId]),
    await read('SELECT * FROM files WHERE account_id = ANY($1)', [accounts]),
    await read('SELECT * FROM accounts WHERE id = ANY($1) ORDER BY id', [accounts]),
    await read('SELECT token_hash, ended_at FROM sessions WHERE account_id = ANY($1) ORDER BY 1', [accounts]),
    await read('SELECT * FROM outlets WHERE id = $1', [victims.outlet.id]),
  ];
}
