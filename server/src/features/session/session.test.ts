import { describe, expect, inject, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { startTestServer } from '../../testing/start.ts';

const server = useServer();
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

describe('an outlet manager', () => {
  it('logs in with an encrypted password and gets its account data', async () => {
    const { client, world } = server();
    const outlet = await world.outlet({ currency: 'RM' });
    const manager = await world.manager([outlet], ['home', 'user']);
    const login = await client.logIn(manager.account, manager.password);
    expect(login).toMatchObject({ status: 200, code: 200 });
    const info = await client.session.info({}, { token: login.data.accessToken });
    expect(info.data).toMatchObject({
      account: manager.account,
      role: 'manager',
      permissions: ['home', 'user'],
      outlets: [{ outletId: outlet.outletId, name: outlet.name }],
      currency: 'RM',
    });
  });

  it('gets its account data and the overview with the login on request, and otherwise only the token', async () => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet);
    await world.order(deviceId, { amount: 4321 });
    const { account, password } = await world.manager([outlet]);
    const bare = await client.session.login({ account, ...(await client.encrypt(password)) });
    expect(Object.keys(bare.data).sort()).toEqual(['accessToken', 'expiresAt']);
    const { data } = await client.session.login({ account, ...(await client.encrypt(password)), withHome: true });
    const { accessToken: token } = data;
    expect(data.user).toEqual((await client.session.info({}, { token })).data);
    const { data: home } = await client.revenue.home({}, { token });
    expect(data.home).toEqual({ ...home, today: { ...home.today, asOf: data.home?.today.asOf } });
  });

  it('gets no overview with the login if it may not see one', async () => {
    const { client, world } = server();
    const { account, password } = await world.manager([await world.outlet()], ['details', 'user']);
    const { data } = await client.session.login({ account, ...(await client.encrypt(password)), withHome: true });
    expect(data.user?.permissions).toEqual(['details', 'user']);
    expect(data.home).toBeNull();
  });

  it('may type its account in capitals and send JSON', async () => {
    const { client, world } = server();
    const manager = await world.manager([]);
    expect((await client.logIn(manager.account.toUpperCase(), manager.password, { json: true })).code).toBe(200);
  });

  it('ends its older session by a newer login, and the older one reports that', async () => {
    const { client, world } = server();
    const manager = await world.manager([]);
    await client.logIn(manager.account, manager.password);
    const old = await client.session.info({}, { token: manager.token, lang: 'en_US' });
    expect(old).toMatchObject({ status: 401, code: 30107 });
    expect(old.message).toContain('Token expired');
  });

  it('has one live session after four logins at the same moment', async () => {
    const { client, world } = server();
    const manager = await world.manager([]);
    const sealed = await client.encrypt(manager.password);
    const logins = await Promise.all(
      Array.from({ length: 4 }, () => client.session.login({ account: manager.account, ...sealed })),
    );
    expect(logins.map((login) => login.code)).toEqual([200, 200, 200, 200]);
    const tokens = logins.map((login) => login.data.accessToken);
    const infos = await Promise.all(tokens.map((token) => client.session.info({}, { token })));
    expect(infos.filter((info) => info.code === 200)).toHaveLength(1);
    expect(infos.filter((info) => info.code === 30107)).toHaveLength(3);
  });

  it('is logged out at once', async () => {
    const { client, world } = server();
    const { token } = await world.manager([]);
    expect((await client.session.logout({}, { token })).code).toBe(200);
    expect((await client.session.info({}, { token })).code).toBe(401);
  });
});

describe('a wrong login', () => {
  it('gets one answer for a wrong password and for an account that does not exist', async () => {
    const { client, world } = server();
    const manager = await world.manager([]);
    const wrong = await client.logIn(manager.account, 'wrong', { lang: 'en_US' });
    const nobody = await client.logIn('nobody-at-all', 'wrong', { lang: 'en_US' });
    expect(wrong).toMatchObject({ status: 401, code: 20101, data: null });
    expect(nobody.message).toBe(wrong.message);
  });

  it("is refused for an end user's correct password, without a token", async () => {
    const { client, world } = server();
    const consumer = await world.consumer({ account: `member-${Date.now()}` });
    const answer = await client.logIn(consumer.account, consumer.password);
    expect(answer).toMatchObject({ status: 403, code: 20102, data: null });
  });

  it('is refused from the sixth attempt on, even with the right password', async () => {
    const { client, world } = server();
    const manager = await world.manager([]);
    for (let attempt = 0; attempt < 5; attempt += 1) await client.logIn(manager.account, 'wrong');
    const locked = await client.logIn(manager.account, manager.password, { lang: 'en_US' });
    expect(locked).toMatchObject({ status: 429, code: 20103 });
    const wait = (locked.data as unknown as { retryAfter: number }).retryAfter;
    expect(wait).toBeGreaterThan(800);
    expect(locked.message).toContain(String(wait));
  });

  it.each([
    ['a key never handed out', { keyId: 'never', password: 'AAAA' }, 'keyId'],
    ['a password that is not base64', { keyId: 'x', password: '***' }, 'password'],
    ['no account', { keyId: 'x', password: 'AAAA', account: '' }, 'account'],
  ])('with %s names the field', async (_title, input, field) => {
    const answer = await server().client.session.login({ account: 'someone', ...input });
    expect(answer).toMatchObject({ status: 400, code: 400 });
    expect(answer.message).toContain(field);
  });
});

describe('an end user', () => {
  it('logs in by a code, which creates the account the first time and works once', async () => {
    const { client, smsCodes } = server();
    const mobile = '+8613900000101';
    expect((await client.session.smsCode({ mobile })).data).toEqual({ resendAfter: 60 });
    const code = smsCodes.get(mobile)?.at(-1) ?? '';
    const login = await client.session.smsLogin({ mobile, code });
    expect(login.code).toBe(200);
    const info = await client.session.info({}, { token: login.data.accessToken });
    expect(info.data).toMatchObject({ role: 'consumer', permissions: [], outlets: [] });
    expect((await client.session.smsLogin({ mobile, code })).code).toBe(20104);
  });

  it('waits 60 s for another code', async () => {
    const { client } = server();
    const mobile = '+8613900000102';
    await client.session.smsCode({ mobile });
    expect(await client.session.smsCode({ mobile })).toMatchObject({ status: 429, code: 429 });
  });

  it('has five tries at a code', async () => {
    const { client, smsCodes } = server();
    const mobile = '+8613900000103';
    await client.session.smsCode({ mobile });
    const code = smsCodes.get(mobile)?.at(-1) ?? '';
    const wrong = code === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < 5; tries += 1) await client.session.smsLogin({ mobile, code: wrong });
    expect((await client.session.smsLogin({ mobile, code })).code).toBe(20104);
  });
});

describe('a token', () => {
  it('never issued is no session', async () => {
    expect(await server().client.session.info({}, { token: 'forged' })).toMatchObject({ status: 401, code: 401 });
  });

  it('unused for more than twelve hours has expired', async () => {
    const { client, world, setTime } = server();
    const { token } = await world.manager([]);
    setTime(hours(12.1));
    const answer = await client.session.info({}, { token });
    setTime(undefined);
    expect(answer).toMatchObject({ status: 401, code: 20109 });
  });

  it('is nowhere in the database, nor is a password', async () => {
    const { client, world, pool } = server();
    const manager = await world.manager([]);
    await client.logIn(manager.account, manager.password);
    const { rows } = await pool.query(
      `SELECT s::text || a::text AS everything FROM sessions s JOIN accounts a ON true`,
    );
    const everything = JSON.stringify(rows);
    expect(everything).toContain(manager.account);
    const plain = [manager.token, manager.password];
    // PostgreSQL shows binary columns in hexadecimal.
    const binary = [Buffer.from(manager.token), Buffer.from(manager.token, 'base64url'), Buffer.from(manager.password)];
    const forms = [...plain, ...binary.map((bytes) => bytes.toString('hex'))];
    expect(forms.filter((form) => everything.includes(form))).toEqual([]);
  });
});

describe('the time zone', () => {
  it.each(['900', '-721', 'abc', '1.5'])('%s is refused by name', async (offset) => {
    const { client, world } = server();
    const { token } = await world.consumer();
    const answer = await client.session.info({}, { token, offset });
    expect(answer.code).toBe(400);
    expect(answer.message).toContain('Timezone-Offset');
  });
});

describe('the log', () => {
  it('holds no password, token or ticket, whatever the input or failure', async () => {
    const talkative = await startTestServer(inject('postgresUrl'), { LOG_LEVEL: 'trace' });
    try {
      const { client, world, logged, url } = talkative;
      const manager = await world.manager([]);
      const login = await client.logIn(manager.account, manager.password);
      await client.logIn(manager.account, 'wrong-password-17');
      const { code, data } = await client.events.ticket({}, { token: login.data.accessToken });
      expect(code).toBe(200);
      const { ticket } = data;
      await fetch(`${url}/api/web/api/v1/events?ticket=${ticket}x`);
      await client.session.info({}, { token: 'forged-token-4711' });
      const everything = logged.join('');
      expect(logged.length).toBeGreaterThan(5);
      const secrets = [manager.password, 'wrong-password-17', login.data.accessToken, 'forged-token-4711', ticket];
      expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
    } finally {
      await talkative.stop();
    }
  });
});
