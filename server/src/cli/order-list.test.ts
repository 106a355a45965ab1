import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useCli } from '../testing/cli.ts';
import { makeWorld } from '../testing/world.ts';
import { parseCsv } from './csv.ts';

const cli = useCli();
const world = () => makeWorld(cli.pool());
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-orders-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Two outlets in different zones, with the orders of one guest and of others. */
async function scene() {
  const [manila, jakarta] = [
    await world().outlet({ timeZone: 'Asia/Manila', currency: 'PHP' }),
    await world().outlet({ timeZone: 'Asia/Jakarta' }),
  ];
  const [one, other] = [await world().device(manila), await world().device(jakarta)];
  const guest = await world().consumer();
  const at = new Date('2026-11-14T16:30:00Z'); // half past midnight on the 15th in Manila, still the 14th in Jakarta
  const own = await world().order(one.deviceId, { placedBy: guest, amount: 1250, at });
  const refunded = await world().order(one.deviceId, { status: 'refunded', at });
  const elsewhere = await world().order(other.deviceId, { at });
  return { manila, jakarta, one, other, guest, own, refunded, elsewhere };
}

const ids = async (...words: string[]) =>
  (await cli.json<{ orderId: string }[]>('order', ...words)).map(({ orderId }) => orderId);

it('order export has the payment method, the provider’s number, the fee and the net amount', async () => {
  const { manila, one, own } = await scene();
  const unpaid = await world().order(one.deviceId, { status: 'pending', amount: 800 });
  await cli.pool().query(
    `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, provider_ref, created_at,
       query_at, settled_at, until, fee)
     VALUES ($1, 1, 'abcdef_1', 'sandbox', 1250, 'PHP', 'paid', 'PROVIDER-7', now(), now(), now(), now(), 25)`,
    [own.id],
  );
  const file = join(folder, 'accounts.csv');
  expect((await cli.run('order', 'export', file, '--outlet', manila.outletId)).code).toBe(0);
  const rows = (await readFile(file, 'utf8')).split(/\r?\n/).map((line) => line.split(','));
  const [header = []] = rows;
  const cells = (mark: string, names: string[]) => {
    const row = rows.find((each) => each.includes(mark)) ?? [];
    return names.map((name) => row[header.findIndex((each) => each.replace('\ufeff', '') === name)]);
  };
  expect(cells('PROVIDER-7', ['amount', 'fee', 'net', 'provider', 'paymentNo', 'providerNo'])).toEqual([
    ...['12.50', '0.25', '12.25', 'sandbox', 'abcdef_1', 'PROVIDER-7'],
  ]);
  expect(cells(unpaid.orderId, ['amount', 'net'])).toEqual(['8.00', '0.00']);
});

describe('order list', () => {
  it('filters by outlet, chair, guest, status and period', async () => {
    const { manila, other, guest, own, refunded, elsewhere } = await scene();
    expect(await ids('list', '--outlet', manila.outletId)).toEqual([refunded.orderId, own.orderId]);
    expect(await ids('list', '--device', other.deviceId)).toEqual([elsewhere.orderId]);
    expect(await ids('list', '--guest', guest.mobile)).toEqual([own.orderId]);
    expect(await ids('list', '--outlet', manila.outletId, '--status', 'refunded')).toEqual([refunded.orderId]);
    expect(await ids('list', '--outlet', manila.outletId, '--period', '2026-11-13')).toEqual([]);
    expect(await ids('list', '--outlet', manila.outletId, '--limit', '1')).toEqual([refunded.orderId]);
  });

  it('uses the days of the outlet or of the chosen zone, and shows times in that zone', async () => {
    const { manila, jakarta, own, elsewhere } = await scene();
    const onThe15th = ['list', '--period', '2026-11-15'];
    expect(await ids(...onThe15th, '--outlet', manila.outletId)).toContain(own.orderId);
    expect(await ids(...onThe15th, '--outlet', jakarta.outletId)).toEqual([]);
    expect(await ids(...onThe15th, '--outlet', jakarta.outletId, '--zone', 'Asia/Manila')).toEqual([elsewhere.orderId]);
    const shown = async (...words: string[]) =>
      (await cli.run('order', 'list', '--outlet', jakarta.outletId, ...words)).stdout;
    expect(await shown()).toContain('2026-11-14T23:30:00+07:00');
    expect(await shown('--zone', 'Asia/Manila')).toContain('2026-11-15T00:30:00+08:00');
  });

  it.each([
    ['--period', 'never'],
    ['--zone', '+08:00'],
    ['--status', 'lost'],
    ['--guest', '12'],
  ])('refuses %s %s', async (...words) => {
    expect((await cli.run('order', 'list', ...words)).code).toBe(2);
  });
});

describe('order find', () => {
  it("finds an order by its number, by the chair's number, and by the last digits of the guest's", async () => {
    const { one, guest, own, refunded } = await scene();
    const [row] = await cli.json<{ orderNo: string; placedBy: string }[]>('order', 'list', '--guest', guest.mobile);
    expect(row?.placedBy).toBe(guest.mobile);
    expect(await ids('find', row?.orderNo ?? '')).toEqual([own.orderId]);
    expect(await ids('find', guest.mobile.slice(-4))).toEqual([own.orderId]);
    expect(await ids('find', guest.mobile)).toEqual([own.orderId]);
    expect((await cli.run('order', 'find', '2026111822001400011234567890')).code).toBe(0);
    expect(await ids('find', one.deviceId)).toEqual([refunded.orderId, own.orderId]);
    expect(await ids('find', one.deviceId, '--limit', '1')).toEqual([refunded.orderId]);
    expect((await cli.run('order', 'find', 'nothing')).stdout).toBe('No order has nothing.\n');
  });
});

describe('order export', () => {
  it('writes every matching order, more than a page, with amounts and local times', async () => {
    const outlet = await world().outlet({ timeZone: 'Asia/Manila', currency: 'PHP' });
    const { deviceId } = await world().device(outlet);
    const at = new Date('2026-11-14T16:30:00Z');
    for (let count = 0; count < 120; count += 1) await world().order(deviceId, { amount: 1250, at });
    const file = join(folder, 'all.csv');
    const { stdout } = await cli.run('order', 'export', file, '--outlet', outlet.outletId);
    expect(stdout).toBe(`120 orders in ${file}.\n`);
    const [header, first, ...rest] = parseCsv(await readFile(file, 'utf8')).map(({ fields }) => fields);
    expect(rest).toHaveLength(119);
    const row = Object.fromEntries((header ?? []).map((name, index) => [name, first?.[index]]));
    expect(row).toMatchObject({
      deviceId,
      amount: '12.50',
      refunded: '0.00',
      currency: 'PHP',
      startedAt: '2026-11-15T00:30:00+08:00',
    });
    expect(new Set(rest.map(([, orderId]) => orderId)).size).toBe(119);
  });

  it('filters as order list does', async () => {
    const { manila, one, guest, own, refunded } = await scene();
    const exported = async (name: string, ...words: string[]) => {
      const file = join(folder, name);
      await cli.run('order', 'export', file, '--outlet', manila.outletId, ...words);
      const [header = [], ...rows] = parseCsv(await readFile(file, 'utf8')).map(({ fields }) => fields);
      return rows.map((row) => row[header.indexOf('orderId')]);
    };
    expect(await exported('chair.csv', '--device', one.deviceId)).toEqual([refunded.orderId, own.orderId]);
    expect(await exported('guest.csv', '--guest', guest.mobile)).toEqual([own.orderId]);
    expect(await exported('refunded.csv', '--status', 'refunded')).toEqual([refunded.orderId]);
    expect(await exported('before.csv', '--period', '2026-11-13')).toEqual([]);
  });

  it('never overwrites a file', async () => {
    const file = join(folder, 'mine.csv');
    await writeFile(file, 'mine');
    expect((await cli.run('order', 'export', file)).code).toBe(2);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });
});
