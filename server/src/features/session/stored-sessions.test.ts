import { describe, expect, it } from 'vitest';
import { lockedBy, useRows } from '../../testing/rows.ts';
import type { Row } from '../../testing/sample-rows.ts';
import * as accounts from './accounts.admin.sql.ts';
import * as guests from './guests.sql.ts';
import * as personal from './personal-data.sql.ts';
import * as sql from './session.sql.ts';
import * as wallets from './wallet-login.sql.ts';

/** Each statement reads and writes only the session, ticket, attempt or wallet of the given account. */

const { pool, insert } = useRows();

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const bytes = (n: number) => Buffer.from(n.toString(16).padStart(8, '0'), 'hex');
const hex = (n: number) => `\\x${bytes(n).toString('hex')}`;

let last = 10;
function next(): number {
  last += 1;
  return last;
}

async function account(changed: Row = {}): Promise<number> {
  const id = next();
  await insert('accounts', id, changed);
  return id;
}
const guest = (changed: Row = {}) => account({ role: 'consumer', account: null, name: '', ...changed });

async function session(account_id: number, changed: Row = {}): Promise<number> {
  const n = next();
  await insert('sessions', n, {
    token_hash: hex(n),
    account_id,
    created_at: ago(60),
    last_used_at: ago(60),
    ...changed,
  });
  return n;
}
const found = async (n: number) =>
  (
    await pool().query<{ last_used_at: Date; ended_at: Date | null; end_reason: string | null }>(
      'SELECT last_used_at, ended_at, end_reason FROM sessions WHERE token_hash = $1',
      [bytes(n)],
    )
  ).rows[0];

describe('a session', () => {
  it('moves its last use forward, never back, and not after it has ended', async () => {
    const owner = await account();
    const [live, ended, other] = [
      await session(owner),
      await session(owner, { ended_at: ago(30), end_reason: 'logout' }),
      await session(owner),
    ];
    const touch = (at: Date) =>
      sql.touchSessions(pool(), JSON.stringify([live, ended].map((n) => ({ token_hash: hex(n), last_used_at: at }))));
    await touch(now);
    expect([(await found(live))?.last_used_at, (await found(ended))?.last_used_at]).toEqual([now, ago(60)]);
    expect((await found(other))?.last_used_at).toEqual(ago(60));
    await touch(ago(10));
    expect((await found(live))?.last_used_at).toEqual(now);
  });

  it('ends once, alone or with all of its account, and keeps its first reason', async () => {
    const [owner, stranger] = [await account(), await account()];
    const [one, two, foreign] = [await session(owner), await session(owner), await session(stranger)];
    await sql.endSession(pool(), bytes(one), ago(5), 'logout');
    expect([await found(one), await found(two)]).toMatchObject([
      { ended_at: ago(5), end_reason: 'logout' },
      { ended_at: null },
    ]);
    await sql.endSession(pool(), bytes(one), now, 'disabled');
    await sql.endSessionsOf(pool(), owner, now, 'replaced');
    expect([await found(one), await found(two), await found(foreign)]).toMatchObject([
      { ended_at: ago(5), end_reason: 'logout' },
      { ended_at: now, end_reason: 'replaced' },
      { ended_at: null },
    ]);
  });

  it('that is old is deleted, after one time for managers and another for end users', async () => {
    const of = async (exclusive: boolean, seconds: number) =>
      session(await account(), { exclusive, last_used_at: ago(seconds) });
    const [old, fresh, guests_] = [await of(true, 101), await of(true, 100), await of(false, 101)];
    await sql.deleteOldSessions(pool(), true, ago(100));
    expect([await found(old), await found(fresh), await found(guests_)]).toEqual([
      undefined,
      expect.anything(),
      expect.anything(),
    ]);
    await sql.deleteOldSessions(pool(), false, ago(100));
    expect(await found(guests_)).toBeUndefined();
  });

  it('is found by its own token, with its account and the account’s outlets', async () => {
    await insert('outlets', 2);
    const owner = await account({ permissions: ['user'], bound_outlet_id: null });
    for (const outlet_id of [2, 1]) await insert('account_outlets', owner, { account_id: owner, outlet_id });
    await insert('account_outlets', 1);
    const n = await session(owner);
    await session(1);
    expect(await sql.callerByToken.maybe(pool(), bytes(n))).toMatchObject({
      account_id: owner,
      permissions: ['user'],
      outlet_ids: [1, 2],
    });
    expect(await sql.callerByToken.maybe(pool(), bytes(999_999))).toBeUndefined();
    expect(await sql.sessionExists.maybe(pool(), bytes(n))).toEqual({ exists: true });
    expect(await sql.sessionExists.maybe(pool(), bytes(999_999))).toBeUndefined();
  });
});

it("lists a manager's own outlets, closed ones last", async () => {
  for (const id of [21, 22, 23, 24]) await insert('outlets', id, { closed_at: id === 21 ? now : null });
  const owner = await account();
  for (const outlet_id of [23, 21, 22]) await insert('account_outlets', owner, { account_id: owner, outlet_id });
  const rows = await sql.outletsOf(pool(), owner);
  expect(rows.map(({ id, closed }) => [id, closed])).toEqual([
    [22, false],
    [23, false],
    [21, true],
  ]);
});

describe('login attempts', () => {
  it('count for the account and for the address from a given time on, each with its oldest', async () => {
    const attempt = (who: string, address: string, seconds: number) =>
      sql.recordAttempt(pool(), who, address, ago(seconds));
    await attempt('mei', 'home', 30);
    await attempt('mei', 'hall', 20);
    await attempt('lan', 'home', 10);
    await attempt('lan', 'office', 5);
    const recent = (since: Date) => sql.recentAttempts.one(pool(), 'mei', 'home', since);
    expect(await recent(ago(60))).toEqual({
      account_count: 2,
      account_oldest: ago(30),
      address_count: 2,
      address_oldest: ago(30),
    });
    expect(await recent(ago(30))).toEqual({
      account_count: 1,
      account_oldest: ago(20),
      address_count: 1,
      address_oldest: ago(10),
    });
    await sql.clearAttempts(pool(), 'mei');
    expect(await recent(ago(60))).toMatchObject({ account_count: 0, account_oldest: null, address_count: 1 });
    await sql.deleteOldAttempts(pool(), ago(10));
    expect((await recent(ago(60))).address_count).toBe(1);
    await sql.deleteOldAttempts(pool(), ago(9));
    expect((await recent(ago(60))).address_count).toBe(0);
  });
});

it('a login key is found by its number while it is accepted, and the newest one is issued', async () => {
  await pool().query('DELETE FROM login_keys');
  for (const [n, seconds] of [
    [1, 30],
    [2, 10],
    [3, 20],
  ] as const)
    await sql.insertKey(pool(), `key ${n}`, 'public', 'private', ago(seconds));
  expect((await sql.newestKey.maybe(pool(), ago(11)))?.key_id).toBe('key 2');
  expect(await sql.newestKey.maybe(pool(), ago(10))).toBeUndefined();
  expect((await sql.keyById.maybe(pool(), 'key 1', ago(31)))?.key_id).toBe('key 1');
  expect(await sql.keyById.maybe(pool(), 'key 1', ago(30))).toBeUndefined();
  expect(await sql.keyById.maybe(pool(), 'key 9', ago(60))).toBeUndefined();
  await sql.deleteOldKeys(pool(), ago(20));
  const known = async (id: string) => (await sql.isOurKey.one(pool(), id)).known;
  expect([await known('key 1'), await known('key 2'), await known('key 3')]).toEqual([false, true, true]);
});

describe('tickets for the stream', () => {
  const issue = (n: number, account_id: number, seconds: number) =>
    sql.insertTicket(pool(), bytes(n), account_id, bytes(0), ago(-seconds), 3);
  const left = async (account_id: number) =>
    (
      await pool().query<{ n: number }>(
        `SELECT ('x' || encode(ticket_hash, 'hex'))::bit(32)::int AS n FROM event_tickets WHERE account_id = $1
         ORDER BY 1`,
        [account_id],
      )
    ).rows.map(({ n }) => n);

  it('are limited for each account: the oldest is deleted, without touching those of others', async () => {
    const [owner, other] = [await account(), await account()];
    await issue(1, other, 1);
    for (const [n, seconds] of [
      [2, 20],
      [3, 10],
      [4, 30],
    ] as const)
      await issue(n, owner, seconds);
    expect(await left(owner)).toEqual([2, 3, 4]);
    await issue(5, owner, 40);
    expect([await left(owner), await left(other)]).toEqual([[2, 4, 5], [1]]);
  });

  it('are used once, and deleted after they expired', async () => {
    const owner = await account();
    for (const n of [31, 32, 33]) await issue(n, owner, n);
    expect(await sql.takeTicket.maybe(pool(), bytes(32))).toEqual({ token_hash: bytes(0), expires_at: ago(-32) });
    expect(await sql.takeTicket.maybe(pool(), bytes(32))).toBeUndefined();
    await sql.deleteOldTickets(pool(), ago(-33));
    expect(await left(owner)).toEqual([33]);
  });
});

describe('the user of a wallet', () => {
  it('is known by wallet and id together, and returns to the same account', async () => {
    const [mei, lan] = [await guest(), await guest({ disabled_at: now })];
    await wallets.insertWallet(pool(), 'wechat', 'one', mei, ago(30));
    await wallets.insertWallet(pool(), 'wechat', 'two', lan, ago(30));
    await wallets.insertWallet(pool(), 'alipay', 'one', lan, ago(30));
    const use = (wallet: string, user: string) => wallets.useWallet.maybe(pool(), wallet, user, now);
    expect(await use('wechat', 'one')).toEqual({ account_id: mei, disabled: false });
    expect(await use('wechat', 'two')).toEqual({ account_id: lan, disabled: true });
    expect(await use('alipay', 'two')).toBeUndefined();
    const used = await pool().query(`SELECT wallet, user_id FROM wallets WHERE last_used_at = $1 ORDER BY 1, 2`, [now]);
    expect(used.rows).toEqual([
      { wallet: 'wechat', user_id: 'one' },
      { wallet: 'wechat', user_id: 'two' },
    ]);
  });

  it('of an account is the one used last in that wallet', async () => {
    const [mei, lan] = [await guest(), await guest()];
    await wallets.insertWallet(pool(), 'wechat', 'mei old', mei, ago(30));
    await wallets.insertWallet(pool(), 'wechat', 'mei new', mei, ago(10));
    await wallets.insertWallet(pool(), 'wechat', 'mei older', mei, ago(40));
    await wallets.insertWallet(pool(), 'wechat', 'lan', lan, ago(5));
    await wallets.insertWallet(pool(), 'alipay', 'mei', mei, ago(1));
    expect(await wallets.walletUserOf.maybe(pool(), mei, 'wechat')).toEqual({ user_id: 'mei new' });
    expect(await wallets.walletUserOf.maybe(pool(), lan, 'alipay')).toBeUndefined();
    expect(await wallets.hasWallet.maybe(pool(), lan)).toBeDefined();
    expect(await wallets.hasWallet.maybe(pool(), await guest())).toBeUndefined();
  });

  it('returns with a state that works once; old ones are deleted', async () => {
    const state = (n: number, seconds: number) =>
      wallets.insertState(pool(), bytes(n), bytes(0), 'wechat', '/', ago(-seconds));
    await state(1, 10);
    await state(2, 20);
    expect(await wallets.takeState.maybe(pool(), bytes(1))).toMatchObject({ wallet: 'wechat', return_to: '/' });
    expect(await wallets.takeState.maybe(pool(), bytes(1))).toBeUndefined();
    await state(3, 30);
    await wallets.deleteOldStates(pool(), ago(-30));
    expect(await wallets.takeState.maybe(pool(), bytes(2))).toBeUndefined();
    expect(await wallets.takeState.maybe(pool(), bytes(3))).toBeDefined();
  });
});

describe('a merged account', () => {
  it('is listed only if it has an order or a file again', async () => {
    const owner = await guest();
    const [order, file, empty, own] = [
      await guest({ mobile: null, merged_into: owner }),
      await guest({ mobile: null, merged_into: owner }),
      await guest({ mobile: null, merged_into: owner }),
      await guest({ mobile: null }),
    ];
    await insert('orders', order, { placed_by: order });
    await insert('orders', own, { placed_by: own });
    await insert('files', file, { account_id: file, feedback_id: null });
    const rows = await guests.mergedWithLeftovers(pool());
    expect(rows.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: order, merged_into: owner },
      { id: file, merged_into: owner },
    ]);
    expect(empty).not.toBe(own);
  });

  it('belongs to the same person, found by number and by the account that placed an order', async () => {
    const mobile = '+8613911112222';
    const owner = await guest({ mobile });
    const part = await guest({ mobile: null, merged_into: owner });
    const stranger = await guest({ mobile: '+8613911113333' });
    await guest({ mobile: null, merged_into: stranger });
    const byNumber = (number: string) => personal.lockAccountsOf(pool(), number);
    expect(await byNumber(mobile)).toEqual([{ id: owner }, { id: part }]);
    expect(await personal.lockGuest(pool(), owner)).toEqual([
      { id: owner, has_number: true },
      { id: part, has_number: false },
    ]);
    const manager = await account({ mobile: '+8613911114444' });
    expect(await byNumber('+8613911114444')).toEqual([]);
    expect(await personal.lockGuest(pool(), manager)).toEqual([]);
  });
});

describe("a person's data", () => {
  it("is shown and deleted, without touching anybody else's", async () => {
    const [mei, lan] = [await guest({ mobile: '+8613922220001' }), await guest({ mobile: '+8613922220002' })];
    for (const [n, id] of [mei, lan].entries()) {
      await wallets.insertWallet(pool(), 'wechat', `person ${n}`, id, now);
      const of = await session(id);
      await insert('event_tickets', of, { ticket_hash: hex(of), account_id: id, token_hash: hex(of) });
      const number = `+861392222000${n + 1}`;
      await insert('sms_codes', 900 + n, { mobile: number, address: `address ${n}` });
      await sql.recordAttempt(pool(), number, `address ${n}`, now);
    }
    const rowsOf = async () => [
      await personal.exportAccounts(pool(), [mei]),
      await personal.exportWallets(pool(), [mei]),
      await personal.exportSessions(pool(), [mei]),
      await personal.exportCodes(pool(), '+8613922220001'),
    ];
    expect((await rowsOf()).map((rows) => rows.length)).toEqual([1, 1, 1, 1]);
    expect((await rowsOf())[3]).toMatchObject([{ address: 'address 0' }]);
    expect(await personal.deleteWallets(pool(), [mei])).toHaveLength(1);
    expect(await personal.deleteSessions(pool(), [mei])).toHaveLength(1);
    await personal.deleteLoginTraces(pool(), '+8613922220001');
    await personal.anonymise(pool(), [mei], now);
    const left = async (from: string) =>
      (await pool().query<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, [[mei, lan]])).rows[0]?.n;
    for (const table of ['wallets', 'sessions', 'event_tickets'])
      expect(await left(`${table} WHERE account_id = ANY($1)`)).toBe(1);
    expect(await left(`sms_codes WHERE id IN (900, 901) AND $1::bigint[] IS NOT NULL`)).toBe(1);
    expect(await left(`login_attempts WHERE account LIKE '+86139222200%' AND $1::bigint[] IS NOT NULL`)).toBe(1);
    expect(await left(`accounts WHERE id = ANY($1) AND mobile IS NULL`)).toBe(1);
  });
});

describe('for the operator', () => {
  it('managers are listed with their outlets and last use, and found by their login', async () => {
    const owner = await account({ account: 'anna' });
    await insert('account_outlets', owner, { account_id: owner, outlet_id: 1 });
    await session(owner, { last_used_at: ago(30) });
    await session(owner, { last_used_at: ago(10) });
    const end = await guest({ account: 'bertha' });
    const all = await accounts.allManagers(pool());
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
    expect(all.find(({ id }) => id === owner)).toMatchObject({ outlets: [1], last_used_at: ago(10) });
    expect(all.some(({ id }) => id === end)).toBe(false);
    expect((await accounts.lockManager.maybe(pool(), 'anna'))?.id).toBe(owner);
    expect(await accounts.lockManager.maybe(pool(), 'bertha')).toBeUndefined();
  });

  it('members are listed if they belong to an outlet, and found by their number', async () => {
    const [member, free] = [
      await guest({ mobile: '+8613933330001' }),
      await guest({ mobile: '+8613933330002', bound_outlet_id: null }),
    ];
    const manager = await account({ mobile: '+8613933330003' });
    const ids = (await accounts.boundMembers(pool())).map(({ id }) => id);
    expect(ids).toContain(member);
    expect(ids).not.toContain(free);
    expect(ids).not.toContain(manager);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    expect(await accounts.lockMember.maybe(pool(), '+8613933330001')).toMatchObject({
      id: member,
      outlet_id: 1,
      outlet_name: 'outlet 1',
    });
    expect(await accounts.lockMember.maybe(pool(), '+8613933330003')).toBeUndefined();
  });
});

it('an account is locked by every change and by a login of its person', async () => {
  const [mobile, login] = ['+8613944440001', 'carla'];
  const person = await guest({ mobile });
  const part = await guest({ mobile: null, merged_into: person });
  const manager = await account({ account: login });
  const locked = (work: Parameters<typeof lockedBy>[2]) => lockedBy(pool(), ['accounts', 'id'], work);
  expect(await locked((db) => sql.lockAccount(db, manager))).toEqual([manager]);
  expect(await locked((db) => guests.lockById(db, person))).toEqual([person]);
  expect(await locked((db) => guests.lockByMobile(db, mobile))).toEqual([person]);
  expect(await locked((db) => accounts.lockManager(db, login))).toEqual([manager]);
  expect(await locked((db) => accounts.lockMember(db, mobile))).toEqual([person]);
  expect(await locked((db) => personal.lockAccountsOf(db, mobile))).toEqual([person, part]);
  expect(await locked((db) => personal.lockGuest(db, person))).toEqual([person, part]);
  expect(await locked((db) => sql.callerByToken(db, bytes(1)))).toEqual([]);
});

describe('a change of an account', () => {
  const row = async (id: number) => (await pool().query<Row>('SELECT * FROM accounts WHERE id = $1', [id])).rows[0];
  const outletsOf = async (account_id: number) =>
    (
      await pool().query<{ outlet_id: number }>(
        'SELECT outlet_id FROM account_outlets WHERE account_id = $1 ORDER BY 1',
        [account_id],
      )
    ).rows.map(({ outlet_id }) => outlet_id);

  it('affects only that manager', async () => {
    for (const id of [31, 32]) await insert('outlets', id);
    const [one, other] = [await account(), await account()];
    for (const id of [one, other]) await accounts.addOutlets(pool(), id, [31]);
    const before = await row(other);
    await accounts.setPermissions(pool(), one, ['user']);
    await accounts.setPassword(pool(), one, 'another hash');
    await accounts.setDisabled(pool(), one, now);
    expect(await row(one)).toMatchObject({ permissions: ['user'], password_hash: 'another hash', disabled_at: now });
    await accounts.clearOutlets(pool(), one);
    expect([await outletsOf(one), await outletsOf(other)]).toEqual([[], [31]]);
    await accounts.addOutlets(pool(), one, [32, 31]);
    expect([await outletsOf(one), await outletsOf(other)]).toEqual([[31, 32], [31]]);
    await accounts.setDisabled(pool(), one, null);
    expect(await row(one)).toMatchObject({ disabled_at: null });
    expect(await row(other)).toEqual(before);
    expect(await sql.accountByLogin.maybe(pool(), `account${one}`)).toMatchObject({ id: one, disabled: false });
    expect(await sql.accountByLogin.maybe(pool(), null)).toBeUndefined();
  });

  it('affects only that end user', async () => {
    const of = { mobile: null, bound_outlet_id: null };
    const [one, named, other] = [await guest(of), await guest({ ...of, name: 'Mei' }), await guest(of)];
    for (const [n, id] of [one, other].entries()) await wallets.insertWallet(pool(), 'wechat', `moved ${n}`, id, now);
    const before = await row(other);
    await guests.setMobile(pool(), one, '+8613955550001', '139****0001');
    await guests.setMobile(pool(), named, '+8613955550002', '139****0002');
    await guests.markMerged(pool(), named, one);
    await guests.moveWallets(pool(), one, named);
    await accounts.bindMember(pool(), one, 1);
    expect(await row(one)).toMatchObject({ mobile: '+8613955550001', name: '139****0001', bound_outlet_id: 1 });
    expect(await row(named)).toMatchObject({ mobile: '+8613955550002', name: 'Mei', merged_into: one });
    expect(await row(other)).toEqual(before);
    expect([await wallets.hasWallet.maybe(pool(), one), await wallets.hasWallet.maybe(pool(), other)]).toEqual([
      undefined,
      {},
    ]);
    expect(await wallets.walletUserOf.maybe(pool(), named, 'wechat')).toEqual({ user_id: 'moved 0' });
    expect((await guests.lockByMobile.maybe(pool(), '+8613955550002'))?.id).toBe(named);
    expect(await guests.lockByMobile.maybe(pool(), '+8613955559999')).toBeUndefined();
    expect((await guests.lockById.maybe(pool(), one))?.merged_into).toBeNull();
  });

  it('a login or a number that is taken is refused', async () => {
    const [manager, member] = [await account({ account: 'dora' }), await guest({ mobile: '+8613955550009' })];
    expect(await accounts.insertManager.maybe(pool(), 'dora', 'D', 'hash', [])).toBeUndefined();
    expect(await accounts.insertMember.maybe(pool(), '+8613955550009', 'D', 1)).toBeUndefined();
    expect((await accounts.insertManager.maybe(pool(), 'dora2', 'D', 'hash', ['home']))?.id).not.toBe(manager);
    expect((await accounts.insertMember.maybe(pool(), '+8613955550010', 'D', 1))?.id).not.toBe(member);
  });
});

it('recent callers are counted by address', async () => {
  await pool().query('TRUNCATE login_attempts, sms_codes');
  expect(await sql.recentCallers.one(pool())).toEqual({ count: 0, addresses: 0, one: null });
  for (const address of ['home', 'home', 'hall']) await sql.recordAttempt(pool(), 'mei', address, now);
  await insert('sms_codes', 990, { address: 'office' });
  expect(await sql.recentCallers.one(pool())).toEqual({ count: 4, addresses: 3, one: 'hall' });
});
