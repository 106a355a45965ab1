import { basePath } from '@recline/contract/call';
import { describe, expect, inject, it } from 'vitest';
import { until } from '../testing/chairs.ts';
import { openEvents } from '../testing/events.ts';
import { useServer } from '../testing/server.ts';
import { startTestServer } from '../testing/start.ts';

const server = useServer();
const infoOf = (headers: Record<string, string>, query = '') =>
  fetch(`${server().url}${basePath}/login/info${query}`, { headers }).then((response) => response.status);

describe('guessing', () => {
  it('passwords of one account in parallel is limited to five attempts in 15 minutes', async () => {
    const { client, world } = server();
    const { account, password } = await world.manager([]);
    const cipher = await client.encrypt('wrong');
    const codes = (
      await Promise.all(Array.from({ length: 20 }, () => client.session.login({ account, ...cipher })))
    ).map((answer) => answer.code);
    expect(codes.filter((code) => code === 20101)).toHaveLength(5);
    expect(codes.filter((code) => code === 20103)).toHaveLength(15);
    expect((await client.logIn(account.toUpperCase(), password)).code).toBe(20103);
  });

  it('under other spellings of a locked login are refused too', async () => {
    const { client, world } = server();
    const { account, password } = await world.manager([]);
    const cipher = await client.encrypt('wrong');
    for (let turn = 0; turn < 5; turn += 1) await client.session.login({ account, ...cipher });
    const fullWidth = [...account].map((sign) =>
      /[a-z]/.test(sign) ? String.fromCodePoint(sign.charCodeAt(0) + 0xfee0) : sign,
    );
    expect((await client.logIn(fullWidth.join(''), password)).code).toBe(20103);
    expect((await client.logIn(` ${account.toUpperCase()} `, password)).code).toBe(20103);
    // U+0130 is lowered to two signs by JavaScript and to one by PostgreSQL: no account can have it.
    expect((await client.logIn(account.replace('a', 'İ'), password)).code).toBe(20101);
  });

  it('of 80 simultaneous logins from one address thirty are checked, and managers are served meanwhile', async () => {
    const own = await startTestServer(inject('postgresUrl'));
    try {
      const { token } = await own.world.manager([await own.world.outlet()]);
      const cipher = await own.client.encrypt('password1');
      let isOver = false;
      const logins = Promise.all(
        Array.from({ length: 80 }, (_, turn) => own.client.session.login({ account: `somebody-${turn}`, ...cipher })),
      ).finally(() => {
        isOver = true;
      });
      const served = [];
      while (!isOver) served.push((await own.client.revenue.home({}, { token })).code);
      expect(new Set(served)).toEqual(new Set([200]));
      const codes = (await logins).map(({ code }) => code);
      expect(codes.filter((code) => code === 20101)).toHaveLength(30);
      expect(codes.filter((code) => code === 20103)).toHaveLength(50);
    } finally {
      await own.stop();
    }
  });

  it('one password for many accounts is limited to thirty attempts per address, whatever address the caller claims', async () => {
    const own = await startTestServer(inject('postgresUrl'), { TRUST_PROXY: '1' });
    try {
      const cipher = await own.client.encrypt('password1');
      const codes = [];
      for (let turn = 0; turn < 32; turn += 1) {
        // A proxy that appends to the header passes on the caller's own claim, then its real address.
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${turn}, 203.0.113.9` };
        const body = JSON.stringify({ account: `somebody-${turn}`, ...cipher });
        const answer = await fetch(`${own.url}${basePath}/login/login`, { method: 'POST', headers, body });
        codes.push(((await answer.json()) as { code: number }).code);
      }
      expect(codes.slice(0, 30)).toEqual(Array(30).fill(20101));
      expect(codes.slice(30)).toEqual([20103, 20103]);
    } finally {
      await own.stop();
    }
  });

  it('an SMS code in parallel is limited to five attempts', async () => {
    const { client, smsCodes } = server();
    const mobile = '+8613812340001';
    await client.session.smsCode({ mobile });
    const [right = ''] = smsCodes.get(mobile) ?? [];
    const wrong = right === '000000' ? '000001' : '000000';
    await Promise.all(Array.from({ length: 20 }, () => client.session.smsLogin({ mobile, code: wrong })));
    expect((await client.session.smsLogin({ mobile, code: right })).code).toBe(20104);
  });

  it('a token is infeasible: each has 256 random bits', async () => {
    const { client, world } = server();
    const { account, password } = await world.manager([]);
    const tokens = new Set<string>();
    for (let turn = 0; turn < 5; turn += 1) tokens.add((await client.logIn(account, password)).data.accessToken);
    expect(tokens.size).toBe(5);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });
});

describe('a session', () => {
  it('never has a token chosen by the caller (fixation)', async () => {
    const { client, world } = server();
    const { account, password } = await world.manager([]);
    const chosen = 'A'.repeat(43);
    const { data } = await client.logIn(account, password, { token: chosen });
    expect(data.accessToken).not.toBe(chosen);
    expect(await infoOf({ 'access-token': chosen })).toBe(401);
    expect(await infoOf({ 'access-token': data.accessToken })).toBe(200);
  });

  it('is sent only in its own header, which no other site can make a browser send', async () => {
    const { token } = await server().world.consumer();
    expect(await infoOf({ cookie: `Access-Token=${token}; accessToken=${token}` })).toBe(401);
    expect(await infoOf({ authorization: `Bearer ${token}` })).toBe(401);
    expect(await infoOf({}, `?Access-Token=${token}&ticket=${token}&token=${token}`)).toBe(401);
    expect(await infoOf({ 'access-token': token })).toBe(200);
  });

  it('has at most twenty unused tickets', async () => {
    const { client, world, pool } = server();
    const { token, accountId } = await world.consumer();
    for (let count = 0; count < 25; count += 1) await client.events.ticket({}, { token });
    const kept = await pool.query('SELECT FROM event_tickets WHERE account_id = $1', [accountId]);
    expect(kept.rowCount).toBe(20);
  });

  it('cannot be obtained from a ticket, which opens one stream once', async () => {
    const { client, world, url } = server();
    const { token } = await world.consumer();
    const { ticket } = (await client.events.ticket({}, { token })).data;
    expect(await infoOf({ 'access-token': ticket })).toBe(401);
    expect(await infoOf({}, `?ticket=${ticket}`)).toBe(401);
    const stream = await openEvents(url, '', { ticket });
    expect(stream.status).toBe(200);
    await stream.close();
    const again = await openEvents(url, '', { ticket });
    expect(again.status).toBe(401);
    await again.close();
  });

  it('that was stolen ends when its owner logs in again, and so does a ticket made from it', async () => {
    const { client, world, url } = server();
    const { account, password, token } = await world.manager([]);
    const { ticket } = (await client.events.ticket({}, { token })).data;
    await client.logIn(account, password);
    expect(await infoOf({ 'access-token': token })).toBe(401);
    const stream = await openEvents(url, '', { ticket });
    expect(stream.status).toBe(401);
    await stream.close();
  });

  it('has at most twenty open streams: the next one ends its oldest, and nobody else’s', async () => {
    const { world, url } = server();
    const [{ token }, other] = [await world.consumer(), await world.consumer()];
    const streams = [await openEvents(url, other.token)];
    for (let turn = 0; turn < 25; turn += 1) streams.push(await openEvents(url, token));
    const ended = () => streams.map((stream, index) => (stream.ended() ? index : -1)).filter((index) => index >= 0);
    await until(async () => ended().length === 5);
    expect(ended()).toEqual([1, 2, 3, 4, 5]);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it('ends its open streams when it ends', async () => {
    const { client, world, url } = server();
    const { token } = await world.consumer();
    const stream = await openEvents(url, token);
    await client.session.logout({}, { token });
    await until(async () => stream.ended(), 45_000);
    await stream.close();
  });
});
