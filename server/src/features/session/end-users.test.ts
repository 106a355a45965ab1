import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { until } from '../../testing/chairs.ts';
import { openEvents } from '../../testing/events.ts';
import { useServer } from '../../testing/server.ts';
import { startTestServer, type TestServer } from '../../testing/start.ts';
import { postFile, samples } from '../../testing/uploads.ts';
import { moveOrders, withoutServer } from '../orders/index.ts';
import { makeGuests } from './guests.ts';
import { sha256 } from './passwords.ts';

const server = useServer();
const newMobile = () => `138${String(randomInt(1e8)).padStart(8, '0')}`;
const codeFor = async (mobile: string) => {
  const { client, smsCodes } = server();
  await client.session.smsCode({ mobile });
  return smsCodes.get(`+86${mobile}`)?.at(-1) ?? '';
};
const logIn = async (mobile: string, token?: string) => {
  const code = await codeFor(mobile);
  return server().client.session.smsLogin({ mobile, code }, token === undefined ? {} : { token });
};
const infoOf = async (token: string) => (await server().client.session.info({}, { token })).data;

const days = 24 * 3600_000;

async function chair() {
  const { world } = server();
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet, { online: true });
  const priceId = outlet.prices[0]?.priceId ?? '';
  return { deviceId, start: () => ({ deviceId, priceId, payType: 'sandbox', requestId: randomUUID() }) as const };
}

/** A guest with a finished order. */
async function guestWithOrder() {
  const { client, world } = server();
  const token = (await client.session.guest({})).data.accessToken;
  const accountId = Number((await infoOf(token)).id);
  const { deviceId } = await chair();
  const { orderId } = await world.order(deviceId, { placedBy: { accountId } });
  return { token, accountId, orderId };
}

async function openAnother(accountId: number): Promise<string> {
  const token = randomUUID();
  const insert = 'INSERT INTO sessions (token_hash, account_id, exclusive) VALUES ($1, $2, false)';
  await server().pool.query(insert, [sha256(token), accountId]);
  return token;
}

const ordersOf = async (token: string) =>
  (await server().client.orders.mine({}, { token })).data.rows.map(({ orderId }) => orderId);

async function upload(token: string): Promise<string> {
  const { data } = await server().client.uploads.policy({}, { token });
  return (await postFile(data, 'a.png', samples['image/png'])).url;
}

/** Pretends that others at the address have used the limit. */
const usedBefore = (own: TestServer, scope: string, times: number) =>
  own.pool.query(
    `INSERT INTO rate_limit_uses (scope, key, at) SELECT $1, '203.0.113.7', now() FROM generate_series(1, $2::int)`,
    [scope, times],
  );

describe('a number', () => {
  it('is one account with one set of limits in all its spellings', async () => {
    const { client, smsCodes } = server();
    const mobile = newMobile();
    const { data } = await logIn(mobile);
    const user = await infoOf(data.accessToken);
    expect(user).toMatchObject({ account: `+86${mobile}`, mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` });
    const spellings = [
      `86${mobile}`,
      `+86${mobile}`,
      `+86 ${mobile.slice(0, 3)}-${mobile.slice(3, 7)}-${mobile.slice(7)}`,
    ];
    for (const spelling of spellings) {
      expect(await client.session.smsCode({ mobile: spelling })).toMatchObject({ status: 429, code: 429 });
    }
    server().setTime(new Date(Date.now() + 61_000));
    await client.session.smsCode({ mobile: spellings[2] ?? '' });
    const code = smsCodes.get(`+86${mobile}`)?.at(-1) ?? '';
    const again = await client.session.smsLogin({ mobile: spellings[1] ?? '', code });
    server().setTime(undefined);
    expect((await infoOf(again.data.accessToken)).id).toBe(user.id);
  });

  it.each(['+4915112345678', '09171234567', '12345', 'phone', '13800000001x'])(
    '%s is refused by name',
    async (mobile) => {
      for (const answer of [
        await server().client.session.smsCode({ mobile }),
        await server().client.session.smsLogin({ mobile, code: '000000' }),
      ]) {
        expect(answer).toMatchObject({ status: 400, code: 400 });
        expect(answer.message).toContain('mobile');
      }
    },
  );

  it('of a country that SMS_COUNTRIES leaves out is refused; without a calling code it is of APP_COUNTRY', async () => {
    const own = await startTestServer(inject('postgresUrl'), { APP_COUNTRY: 'PH', SMS_COUNTRIES: 'PH,MY' });
    try {
      const codeOf = async (mobile: string) => (await own.client.session.smsCode({ mobile })).code;
      expect(await codeOf('+8613800000001')).toBe(400);
      expect(await codeOf('13800000001')).toBe(400);
      expect(await codeOf('0917 123 4567')).toBe(200);
      expect(await codeOf('+60 12-345 6789')).toBe(200);
      expect([...own.smsCodes.keys()]).toEqual(['+639171234567', '+60123456789']);
    } finally {
      await own.stop();
    }
  });
});

describe('a guest', () => {
  it('gets an account without a number, which stays for 180 days unused', async () => {
    const { client, setTime } = server();
    const { code, data } = await client.session.guest({});
    expect(code).toBe(200);
    expect(new Date(data.expiresAt).getTime() - Date.now()).toBeGreaterThan(179 * days);
    expect(await infoOf(data.accessToken)).toMatchObject({ role: 'consumer', account: '', mobile: null, name: '' });
    setTime(new Date(Date.now() + 179 * days));
    expect((await client.session.info({}, { token: data.accessToken })).code).toBe(200);
    setTime(new Date(Date.now() + 358 * days));
    expect((await client.session.info({}, { token: data.accessToken })).code).toBe(200);
    setTime(new Date(Date.now() + 539 * days));
    expect((await client.session.info({}, { token: data.accessToken })).code).toBe(20109);
    setTime(undefined);
  });

  it('is limited to two thousand per address in 15 minutes, even in parallel', async () => {
    const own = await startTestServer(inject('postgresUrl'), { TRUST_PROXY: '1' });
    try {
      const guest = (address: string) => own.client.session.guest({}, { address });
      await usedBefore(own, 'guest login', 1_990);
      const answers = await Promise.all(Array.from({ length: 20 }, () => guest('203.0.113.7')));
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(10);
      expect(answers.filter(({ code }) => code === 429)).toHaveLength(10);
      expect((await guest('203.0.113.8')).code).toBe(200);
      own.setTime(new Date(Date.now() + 15 * 60_000 + 5_000));
      expect((await guest('203.0.113.7')).code).toBe(200);
    } finally {
      await own.stop();
    }
  });

  it('gives a number: the account keeps its id and orders, and every older token is revoked', async () => {
    const { client } = server();
    const { token, accountId, orderId } = await guestWithOrder();
    const other = await openAnother(accountId);
    const mobile = newMobile();
    const { data } = await logIn(mobile, token);
    expect(await infoOf(data.accessToken)).toMatchObject({ id: String(accountId), account: `+86${mobile}` });
    expect(await ordersOf(data.accessToken)).toEqual([orderId]);
    expect((await client.session.info({}, { token })).code).toBe(401);
    expect((await client.session.info({}, { token: other })).code).toBe(401);
  });

  it('gives a number that has an account: orders, files, feedback and wallets move there, every older token of both is revoked', async () => {
    const { client, pool, url } = server();
    const mobile = newMobile();
    const owner = (await logIn(mobile)).data.accessToken;
    const ownerId = (await infoOf(owner)).id;
    const { token, accountId, orderId } = await guestWithOrder();
    const file = await upload(token);
    const feedback = { orderId, problem: 'noise', description: 'x', files: [file] } as const;
    expect((await client.feedback.insert(feedback, { token })).code).toBe(200);
    await pool.query(
      `INSERT INTO wallets (wallet, user_id, account_id, created_at, last_used_at) VALUES ('wechat', $1, $2, now(), now())`,
      [`openid-${accountId}`, accountId],
    );
    const stream = await openEvents(url, token);
    server().setTime(new Date(Date.now() + 61_000));
    const { data } = await logIn(mobile, token);
    server().setTime(undefined);
    expect((await infoOf(data.accessToken)).id).toBe(ownerId);
    expect(await ordersOf(data.accessToken)).toEqual([orderId]);
    expect((await client.feedback.get({ orderId }, { token: data.accessToken })).data.files).toEqual([
      expect.stringContaining(`${file}?`),
    ]);
    for (const old of [token, owner]) expect((await client.session.info({}, { token: old })).code).toBe(401);
    const left = `SELECT (SELECT count(*) FROM orders WHERE placed_by = $1) + (SELECT count(*) FROM files WHERE account_id = $1)
      + (SELECT count(*) FROM feedback WHERE account_id = $1) + (SELECT count(*) FROM wallets WHERE account_id = $1) AS rows`;
    expect((await pool.query(left, [accountId])).rows).toEqual([{ rows: 0 }]);
    await until(async () => stream.ended());
    await stream.close();
  });

  it('with a request in progress loses nothing: the clean-up moves late rows', async () => {
    const { world, pool } = server();
    const [guest, owner] = [await world.consumer(), await world.consumer()];
    await pool.query('UPDATE accounts SET mobile = NULL, merged_into = $2 WHERE id = $1', [
      guest.accountId,
      owner.accountId,
    ]);
    const { orderId } = await world.order((await chair()).deviceId, { placedBy: guest });
    const clock = () => new Date();
    const unused = {} as never;
    const isMoved = async () => (await ordersOf(owner.token)).includes(orderId);
    const afterwards: Promise<boolean>[] = [];
    const tell = async () => () => afterwards.push(isMoved());
    const moves = [moveOrders(withoutServer({ pool, clock })), tell];
    await makeGuests({ pool, clock, sessions: unused, codes: unused, moves }).moveStragglers();
    expect(await isMoved()).toBe(true);
    expect(await Promise.all(afterwards)).toEqual([true]); // notified after the commit
  });

  it('and the account of its number have one unpaid order afterwards, the newest', async () => {
    const { client } = server();
    const { start } = await chair();
    const mobile = newMobile();
    const owner = (await logIn(mobile)).data.accessToken;
    const older = (await client.starting.activate(start(), { token: owner })).data.orderId;
    const guest = (await client.session.guest({})).data.accessToken;
    const newer = (await client.starting.activate(start(), { token: guest })).data.orderId;
    server().setTime(new Date(Date.now() + 61_000));
    const token = (await logIn(mobile, guest)).data.accessToken;
    server().setTime(undefined);
    const statusOf = async (orderId: string) => (await client.orders.get({ orderId }, { token })).data.status;
    expect([await statusOf(older), await statusOf(newer)]).toEqual(['cancelled', 'pending']);
  });

  it('who has a number is never merged: another number is another account', async () => {
    const { client } = server();
    const [first, second] = [newMobile(), newMobile()];
    const one = (await logIn(first)).data.accessToken;
    const two = (await logIn(second, one)).data.accessToken;
    expect((await infoOf(two)).account).toBe(`+86${second}`);
    expect((await infoOf(one)).account).toBe(`+86${first}`);
    expect((await client.session.info({}, { token: one })).code).toBe(200);
  });

  it("with an invalid token, or a manager's, simply logs in", async () => {
    const { client, world } = server();
    const guest = (await client.session.guest({})).data.accessToken;
    await client.session.logout({}, { token: guest });
    expect((await logIn(newMobile(), guest)).code).toBe(200);
    const manager = await world.manager([]);
    expect((await infoOf((await logIn(newMobile(), manager.token)).data.accessToken)).role).toBe('consumer');
    expect((await client.session.info({}, manager)).code).toBe(200);
  });

  it('cannot take over the number of a disabled account', async () => {
    const { client, world, pool } = server();
    const { mobile, accountId } = await world.consumer();
    await pool.query('UPDATE accounts SET disabled_at = now() WHERE id = $1', [accountId]);
    const guest = (await client.session.guest({})).data.accessToken;
    expect((await logIn(mobile.replace('+86', ''), guest)).code).toBe(20104);
    expect((await client.session.info({}, { token: guest })).code).toBe(200);
  });
});
