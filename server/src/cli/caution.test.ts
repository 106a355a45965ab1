import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useCli } from '../testing/cli.ts';
import { makeWorld } from '../testing/world.ts';
import { recline } from './recline.ts';

const cli = useCli();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-caution-'));
});
afterAll(() => rm(folder, { recursive: true }));

const count = async (table: 'devices' | 'coupons' | 'cash_coupons' | 'prices' | 'audit_log' | 'price_plans') =>
  Number((await cli.pool().query(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n);
const counts = () =>
  Promise.all((['devices', 'coupons', 'cash_coupons', 'prices', 'audit_log', 'price_plans'] as const).map(count));

describe('--dry-run', () => {
  it.each([
    ['device', 'import', 'chairs.csv', '--secrets', 'out.csv', '--mosquitto', 'passwords'],
    ['coupon', 'issue', '--property', 'free', '--count', '3', '--csv', 'out.csv'],
    ['cash-coupon', 'issue', '--outlet', 'OUTLET', '--amount', '15', '--count', '3', '--csv', 'out.csv'],
    ['price', 'set', '--group', 'dry', '--currency', 'CNY', '--file', 'prices.csv'],
    ['price', 'set', '--group', 'dry', '--currency', 'CNY', '--file', 'prices.csv', '--from', '2099-01-01T00:00:00Z'],
  ])('of %s %s shows the result, and changes nothing', async (...words) => {
    const outlet = await makeWorld(cli.pool()).outlet();
    await writeFile(
      join(folder, 'chairs.csv'),
      `deviceId,outletId\nDRY1,${outlet.outletId}\nDRY2,${outlet.outletId}\n`,
    );
    await writeFile(join(folder, 'prices.csv'), 'gear,minutes,amount\ndeep,30,20\n');
    const inFolder = (word: string) => (/\.csv$|^passwords$/.test(word) ? join(folder, word) : word);
    const before = await counts();
    const given = words.map((word) => (word === 'OUTLET' ? outlet.outletId : inFolder(word)));
    const { code, stdout, stderr } = await cli.run(...given, '--dry-run');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^Nothing was changed\. Without --dry-run it says:\n.*(\d chair|\d coupon|\d cash|\d price)/,
    );
    expect(await counts()).toEqual(before);
    expect(existsSync(join(folder, 'out.csv'))).toBe(false);
    expect(existsSync(join(folder, 'passwords'))).toBe(false);
  });

  it("of price set shows what differs from today's prices", async () => {
    const set = async (amount: string, ...words: string[]) => {
      await writeFile(join(folder, 'mall.csv'), `gear,minutes,amount\ndeep,30,${amount}\n`);
      const group = ['--group', 'differs', '--currency', 'CNY', '--file', join(folder, 'mall.csv')];
      return (await cli.run('price', 'set', ...group, ...words)).stdout;
    };
    await set('20');
    expect(await set('22', '--dry-run')).toMatch(/− deep 30 min ¥20\.00\n\+ deep 30 min ¥22\.00/);
    await set('25', '--from', '2099-01-01T00:00:00Z');
    expect((await cli.run('audit', 'list', '--target', 'price group differs', '--full')).stdout).toMatch(
      /price plan .*prices: − deep 30 min ¥20\.00, \+ deep 30 min ¥25\.00; starts at: none → 2099-01-01/,
    );
  });

  it('is refused by a command that changes one thing', async () => {
    expect((await cli.run('outlet', 'list', '--dry-run')).code).toBe(2);
  });
});

describe('what cannot be undone', () => {
  const newCoupon = async () =>
    (await cli.json<{ numbers: string[] }>('coupon', 'issue', '--property', 'free')).numbers[0] ?? '';
  const isVoid = async (number: string) =>
    (await cli.json<{ voidedAt: string | null }>('coupon', 'show', number)).voidedAt !== null;

  /** Simulates an answer typed at a terminal. */
  async function answered(answer: string, ...words: string[]): Promise<number> {
    const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
    const stdin = Object.assign(Readable.from([`${answer}\n`]), { isTTY: true });
    return recline(words, { env: cli.env(), stdin, stdout: nowhere(), stderr: nowhere() });
  }

  it('is not done by a script without --yes', async () => {
    const number = await newCoupon();
    const refused = await cli.run('coupon', 'void', number);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Give --yes to do it.') });
    expect(await isVoid(number)).toBe(false);
    expect((await cli.run('coupon', 'void', number, '--yes')).code).toBe(0);
  });

  it('is done at a terminal once the operator has typed yes', async () => {
    const number = await newCoupon();
    expect(await answered('no', 'coupon', 'void', number)).toBe(4);
    expect(await isVoid(number)).toBe(false);
    expect(await answered('yes', 'coupon', 'void', number)).toBe(0);
    expect(await isVoid(number)).toBe(true);
  });

  it.each([
    ['order', 'refund', '1', '--reason', 'x'],
    ['cash-coupon', 'void', '1'],
    ['device', 'rotate-secret', 'A1'],
    ['device', 'replace', 'A1'],
    ['member', 'erase', '13800000001'],
  ])('%s %s asks first', async (...words) => {
    expect(await cli.run(...words)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  });
});
