import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useCli } from '../testing/cli.ts';
import { makeWorld } from '../testing/world.ts';

const cli = useCli();
const world = () => makeWorld(cli.pool());
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-listings-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('prices', () => {
  const from = '2099-01-01T00:00:00Z';
  const set = async (group: string, amount: number, ...words: string[]) => {
    const file = join(folder, `${group}.csv`);
    await writeFile(file, `gear,minutes,amount\ndeep,30,${amount}\n`);
    return cli.json('price', 'set', '--group', group, '--currency', 'CNY', '--file', file, ...words);
  };
  const amounts = async (group: string) =>
    (await cli.json<{ amount: number }[]>('price', 'list', '--group', group)).map(({ amount }) => amount);

  it('of one group are listed with planned changes, until those are cancelled', async () => {
    await set('other', 99);
    await set('mall', 20);
    await set('mall', 25, '--from', from);
    expect(await amounts('mall')).toEqual([2000, 2500]);
    expect((await cli.run('price', 'list', '--group', 'mall')).stdout).toMatch(/FROM\n.*2099-01-01T00:00:00Z/s);
    expect((await cli.run('price', 'cancel', '--group', 'mall', '--from', from)).stdout).toBe(
      'Price group mall stays as it is.\n',
    );
    expect(await amounts('mall')).toEqual([2000]);
    expect((await cli.run('price', 'cancel', '--group', 'mall', '--from', from)).code).toBe(3);
    expect((await cli.run('audit', 'list', '--limit', '1')).stdout).toContain('prices: − deep 30 min ¥25.00');
  });

  it('of a chair or an outlet itself are removed by --none', async () => {
    await set('own', 20);
    const { outletId } = await world().outlet();
    await cli.run('device', 'add', '--id', 'NONE1', '--outlet', outletId);
    const assign = (...words: string[]) => cli.run('price', 'assign', ...words);
    expect((await assign('--group', 'own', '--device', 'NONE1')).stdout).toBe('Chair NONE1 has price group own.\n');
    expect((await assign('--none', '--device', 'NONE1')).stdout).toBe('Chair NONE1 has that of its outlet.\n');
    expect((await assign('--none', '--outlet', outletId)).stdout).toMatch(/ has no price group\.\n$/);
    const { rows } = await cli.pool().query(
      `SELECT o.price_group_id AS outlet, d.price_group_id AS chair FROM outlets o JOIN devices d ON d.outlet_id = o.id
       WHERE d.id = 'NONE1'`,
    );
    expect(rows).toEqual([{ outlet: null, chair: null }]);
    expect((await assign('--none', '--group', 'own', '--outlet', outletId)).code).toBe(2);
  });
});

describe('coupons', () => {
  const dayMs = 24 * 3600_000;
  const daysLeft = (expiresAt: string) => Math.round((Date.parse(expiresAt) - Date.now()) / dayMs);

  it('of an amount have their currency and expire after --valid-days', async () => {
    const words = ['--property', 'amount_off', '--amount-off', '5', '--currency', 'RM', '--valid-days', '30'];
    const { numbers } = await cli.json<{ numbers: string[] }>('coupon', 'issue', ...words);
    const coupon = await cli.json<{ expiresAt: string }>('coupon', 'show', numbers[0] ?? '');
    expect(coupon).toMatchObject({ property: 'amount_off', amountOff: 500, currency: 'RM' });
    expect(daysLeft(coupon.expiresAt)).toBe(30);
    const both = ['--valid-days', '30', '--expires', '2099-01-01T00:00:00Z'];
    expect((await cli.run('coupon', 'issue', '--property', 'free', ...both)).code).toBe(2);
  });

  it('for cash are looked up by their number', async () => {
    const { outletId } = await world().outlet();
    const words = ['--outlet', outletId, '--amount', '15', '--valid-days', '10'];
    const { numbers } = await cli.json<{ numbers: string[] }>('cash-coupon', 'issue', ...words);
    const coupon = await cli.json<{ expiresAt: string }>('cash-coupon', 'show', numbers[0] ?? '');
    expect(coupon).toMatchObject({ cashCouponNo: numbers[0], amount: 1500, outletId, voidedAt: null });
    expect(daysLeft(coupon.expiresAt)).toBe(10);
    expect((await cli.run('cash-coupon', 'show', '000')).code).toBe(3);
  });
});

describe('adverts', () => {
  it('are listed by position, with their period', async () => {
    const add = (title: string, ...words: string[]) =>
      cli.json('advert', 'add', '--title', title, '--image', '/tea.webp', ...words);
    await add('second', '--position', '2');
    const time = { startsAt: '2098-01-01T00:00:00.000Z', endsAt: '2099-01-01T00:00:00.000Z' };
    await add('first', '--position', '1', '--starts', time.startsAt, '--ends', time.endsAt);
    expect(await cli.json('advert', 'list')).toMatchObject([{ title: 'first', ...time }, { title: 'second' }]);
  });
});

describe("providers' notices", () => {
  it('are listed by their outcome', async () => {
    for (const outcome of ['taken', 'failed'])
      await cli.pool().query(
        `INSERT INTO payment_notices (provider, received_at, headers, body, outcome, try_at)
         VALUES ('sandbox', now(), '{}', '', $1, now())`,
        [outcome],
      );
    const outcomes = async (...words: string[]) =>
      (await cli.json<{ outcome: string }[]>('payments', 'notices', ...words)).map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(['failed', 'taken']);
    expect(await outcomes('--outcome', 'failed')).toEqual(['failed']);
    expect((await cli.run('payments', 'notices', '--outcome', 'forged')).stdout).toBe('No such notice.\n');
    expect((await cli.run('payments', 'notices', '--outcome', 'lost')).code).toBe(2);
  });
});

describe('report income --csv', () => {
  it('writes a new file with a row for each part', async () => {
    const outlet = await world().outlet();
    const { deviceId } = await world().device(outlet);
    await world().order(deviceId, { amount: 1500, at: new Date('2026-11-02T05:00:00Z') });
    const file = join(folder, 'income.csv');
    const words = ['report', 'income', '--by', 'day', '--period', '2026-11', '--outlet', outlet.outletId];
    expect((await cli.run(...words, '--csv', file)).stdout).toBe(`30 rows in ${file}.\n`);
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    expect(lines.filter((line) => line.includes('15.00'))).toMatchObject([expect.stringContaining('2026-11-02')]);
    expect((await cli.run(...words, '--csv', file)).code).toBe(2);
  });
});

describe('audit list', () => {
  it('has the newest changes, as many as --limit says', async () => {
    for (const name of ['A', 'B', 'C']) {
      const { deviceId } = await world().device(await world().outlet());
      await cli.run('device', 'rename', deviceId, '--name', name, '--actor', 'mei');
    }
    const changes = await cli.json<{ after: { name: string } }[]>('audit', 'list', '--by', 'mei', '--limit', '2');
    expect(changes.map(({ after }) => after.name)).toEqual(['C', 'B']);
  });
});

describe('coupon list', () => {
  it('lists each batch with its use', async () => {
    const batch = [
      '--property',
      'discount',
      '--percent-off',
      '20',
      '--count',
      '3',
      '--expires',
      '2099-01-01T00:00:00Z',
    ];
    const { numbers } = await cli.json<{ numbers: string[] }>('coupon', 'issue', ...batch);
    await cli.run('coupon', 'void', numbers[0] ?? '', '--yes');
    const [newest] = await cli.json<Record<string, unknown>[]>('coupon', 'list');
    expect(newest).toMatchObject({ property: 'discount', percent_off: 20, issued: 3, used: 0, voided: 1 });
    expect((await cli.run('coupon', 'list')).stdout).toMatch(/20 % off +all +2099-01-01\S+ +3 +0 +1/);
  });
});

describe('cash-coupon list', () => {
  it('lists each batch with its use', async () => {
    const { outletId } = await world().outlet();
    const terms = ['--outlet', outletId, '--amount', '15.00', '--count', '3', '--expires', '2099-01-01T00:00:00Z'];
    const { numbers } = await cli.json<{ numbers: string[] }>('cash-coupon', 'issue', ...terms);
    await cli.run('cash-coupon', 'void', numbers[0] ?? '', '--yes');
    const [newest] = await cli.json<Record<string, unknown>[]>('cash-coupon', 'list');
    expect(newest).toMatchObject({ amount: 1500, issued: 3, used: 0, voided: 1 });
    expect((await cli.run('cash-coupon', 'list')).stdout).toMatch(/15\.00 +\d+ +2099-01-01\S+ +3 +0 +1/);
  });
});
