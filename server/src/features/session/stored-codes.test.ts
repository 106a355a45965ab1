import { beforeEach, describe, expect, it } from 'vitest';
import { useRows } from '../../testing/rows.ts';
import * as sql from './sms-codes.sql.ts';

/** Which of the stored codes count for a limit, and which one a login can use. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE sms_codes'));

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const [mobile, another] = ['+8613900000001', '+8613900000002'];
const [home, hall] = ['net home', 'net hall'];

let ids = 0;
/** A code requested this many seconds ago. */
async function code(seconds: number, changed: object = {}): Promise<number> {
  ids += 1;
  const created_at = ago(seconds);
  const expires_at = new Date(created_at.getTime() + 300_000);
  await insert('sms_codes', ids, { mobile, created_at, expires_at, networks: [home], ...changed });
  return ids;
}

describe('the codes of a number', () => {
  const timesOf = async (since: Date, most = 10) =>
    (await sql.sentCodes.one(pool(), mobile, since, most, [], [])).times;

  it('count from a given time on, newest first, and no others', async () => {
    for (const seconds of [30, 10, 20, 40]) await code(seconds);
    await code(5, { mobile: another });
    expect(await timesOf(ago(40))).toEqual([10, 20, 30].map(ago));
    expect(await timesOf(ago(40), 2)).toEqual([10, 20].map(ago));
  });
});

describe('the codes of a network', () => {
  const networkTimes = async (networks: string[], most: number[], since = ago(3600)) =>
    (await sql.sentCodes.one(pool(), mobile, since, 10, networks, most)).network_times;

  it('count for any number: the query gives the time of the code that lies as many codes back as the limit', async () => {
    for (const seconds of [10, 30, 20]) await code(seconds, { mobile: another });
    await code(15, { networks: [hall] });
    expect(await networkTimes([home], [1])).toEqual([ago(10)]);
    expect(await networkTimes([home], [2])).toEqual([ago(20)]);
    expect(await networkTimes([home], [3])).toEqual([ago(30)]);
    expect(await networkTimes([home], [4])).toEqual([null]);
  });

  it('are returned in the order of the given networks, each by its own limit', async () => {
    await code(10, { networks: [home, hall] });
    await code(20, { networks: [hall] });
    expect(await networkTimes([hall, home, 'net other'], [2, 1, 1])).toEqual([ago(20), ago(10), null]);
  });

  it('do not count before the given time', async () => {
    await code(20);
    expect(await networkTimes([home], [1], ago(20))).toEqual([null]);
    expect(await networkTimes([home], [1], ago(21))).toEqual([ago(20)]);
  });
});

it('the codes of a country count by the day and by the hour, each with its oldest', async () => {
  const hour = 3600;
  for (const seconds of [10, 20, hour, 2 * hour]) await code(seconds, { country: 'CN' });
  await code(5 * hour, { country: 'MY' });
  await code(24 * hour, { country: 'PH' });
  await code(30, { country: null });
  const counted = await sql.countsByCountry(pool(), ago(24 * hour), ago(hour));
  expect(counted.toSorted((a, b) => String(a.country).localeCompare(String(b.country)))).toEqual([
    { country: 'CN', day: 4, hour: 2, oldest: ago(2 * hour), oldest_of_hour: ago(20) },
    { country: 'MY', day: 1, hour: 0, oldest: ago(5 * hour), oldest_of_hour: null },
    { country: null, day: 1, hour: 1, oldest: ago(30), oldest_of_hour: ago(30) },
  ]);
});

it('each currency of the outlets is listed once, and a number with an account is recognised', async () => {
  await insert('outlets', 2);
  await insert('price_groups', 3, { currency: 'RM' });
  await insert('outlets', 3, { currency: 'RM', price_group_id: 3 });
  const currencies = (await sql.currenciesOfOutlets(pool())).map(({ currency }) => currency);
  expect(currencies.toSorted()).toEqual(['CNY', 'RM']);
  await insert('accounts', 2, { mobile: another });
  expect(await sql.hasAccount.maybe(pool(), another)).toEqual({ id: 2 });
  expect(await sql.hasAccount.maybe(pool(), mobile)).toBeUndefined();
});

it('wrong tries at a number count from a given time on, without the right try of a used code', async () => {
  const wrong = (since: Date) => sql.wrongCodes.one(pool(), mobile, since);
  expect(await wrong(ago(3600))).toEqual({ count: 0, oldest: null });
  await code(400, { tries: 5 });
  await code(300, { tries: 3, used_at: ago(290) });
  await code(500); // never tried
  await code(200, { tries: 4, mobile: another });
  expect(await wrong(ago(3600))).toEqual({ count: 7, oldest: ago(400) });
  expect(await wrong(ago(400))).toEqual({ count: 2, oldest: ago(300) });
});

describe('a code can be tried', () => {
  const most = 5;
  const tried = (at = now) => sql.tryCode.maybe(pool(), mobile, at, most);
  const triesOf = async (id: number) =>
    (await pool().query<{ tries: number }>('SELECT tries FROM sms_codes WHERE id = $1', [id])).rows[0]?.tries;

  it('if it is the newest of its number; the try is counted', async () => {
    const [old, newest] = [await code(60), await code(20)];
    await code(10, { mobile: another });
    expect((await tried())?.id).toBe(newest);
    expect([await triesOf(old), await triesOf(newest)]).toEqual([0, 1]);
  });

  it.each([
    ['was used', { used_at: ago(10) }],
    ['has been tried often enough', { tries: most }],
    ['expires in this moment', { expires_at: now }],
  ])('unless it %s, in which case no older one can either', async (_case, changed) => {
    await code(60);
    const newest = await code(20, changed);
    const before = await triesOf(newest);
    expect(await tried()).toBeUndefined();
    expect(await triesOf(newest)).toBe(before);
  });

  it('up to its last try and its last moment', async () => {
    const id = await code(20, { tries: most - 1, expires_at: new Date(now.getTime() + 1) });
    expect((await tried())?.id).toBe(id);
  });

  it('and is used once', async () => {
    const [id, other] = [await code(20), await code(10)];
    expect(await sql.useCode.maybe(pool(), id, now)).toEqual({ id });
    expect(await sql.useCode.maybe(pool(), id, now)).toBeUndefined();
    expect(await sql.useCode.maybe(pool(), other, now)).toEqual({ id: other });
  });
});

it('codes older than a given time are deleted; deleting an unsent code deletes no other', async () => {
  const [gone, kept, last] = [await code(61), await code(60), await code(10)];
  await sql.deleteOldCodes(pool(), ago(60));
  const left = async () =>
    (await pool().query<{ id: number }>('SELECT id FROM sms_codes ORDER BY id')).rows.map(({ id }) => id);
  expect(await left()).toEqual([kept, last]);
  await sql.deleteCode(pool(), kept);
  expect(await left()).toEqual([last]);
  expect(gone).not.toBe(kept);
});
