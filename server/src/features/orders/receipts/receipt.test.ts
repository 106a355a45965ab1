import { describe, expect, it } from 'vitest';
import { countUses, usesFrom } from '../../../platform/rate-limit.ts';
import { useServer } from '../../../testing/server.ts';
import { pdfLimit } from './receipt.service.ts';

const server = useServer({
  TRUST_PROXY: '1',
  BRAND_NAME: '舒享科技',
  BRAND_ADDRESS: '深圳市南山区科苑路 15 号',
  BRAND_TAX_ID: '91440300MA5DA12345',
});

async function paidOrder(options: { status?: 'running' | 'finished' | 'pending'; refunded?: number } = {}) {
  const { world, pool } = server();
  const outlet = await world.outlet({ name: '万象城 L3' });
  const { deviceId } = await world.device(outlet);
  const guest = await world.consumer();
  const at = new Date('2026-11-18T16:30:00Z');
  const { orderId } = await world.order(deviceId, {
    placedBy: guest,
    amount: 1500,
    status: options.status ?? 'finished',
    at,
  });
  if (options.refunded)
    await pool.query('UPDATE orders SET refunded_amount = $2 WHERE id = $1', [orderId, options.refunded]);
  return { orderId, guest, deviceId, outlet };
}

const valuesOf = (rows: { label: string; value: string }[]) =>
  Object.fromEntries(rows.map(({ label, value }) => [label, value]));

describe('the receipt of an order', () => {
  it.each([
    [
      'zh_CN',
      '收据',
      { 金额: '¥15.00', 已退款: '¥5.00', 实付金额: '¥10.00', 网点: '万象城 L3' },
      '2026年11月19日 00:30',
    ],
    ['en_US', 'Receipt', { Amount: '¥15.00', Refunded: '¥5.00', 'Net amount': '¥10.00' }, 'Nov 19, 2026, 00:30'],
    ['id_ID', 'Tanda terima', { Jumlah: '¥15,00', 'Jumlah bersih': '¥10,00' }, '19 Nov 2026'],
  ])("shows in %s the package, the outlet's time, the price and the refund", async (lang, title, texts, time) => {
    const { client } = server();
    const { orderId, guest } = await paidOrder({ refunded: 500 });
    const { data } = await client.orders.receipt({ orderId }, { ...guest, lang });
    expect(data.title).toBe(title);
    expect(valuesOf(data.rows)).toMatchObject(texts);
    expect(data.rows[1]?.value).toContain(time);
    expect(data.rows[1]?.value).toContain('GMT+8');
    expect(data.operator).toMatchObject({
      name: '舒享科技',
      address: '深圳市南山区科苑路 15 号',
      taxId: '91440300MA5DA12345',
    });
  });

  it('is visible only to its guest and its managers', async () => {
    const { client, world } = server();
    const { orderId, guest, outlet } = await paidOrder();
    const codeFor = async (token?: string) => (await client.orders.receipt({ orderId }, token ? { token } : {})).code;
    expect(await codeFor(guest.token)).toBe(200);
    expect(await codeFor((await world.manager([outlet])).token)).toBe(200);
    expect(await codeFor((await world.consumer()).token)).toBe(404);
    expect(await codeFor()).toBe(404);
    expect((await client.orders.receipt({ orderId, key: 'guessed' }, {})).code).toBe(404);
  });

  it('exists only for an order that was paid', async () => {
    const { orderId, guest } = await paidOrder({ status: 'pending' });
    expect((await server().client.orders.receipt({ orderId }, guest)).code).toBe(404);
  });

  it('is a PDF at an address that opens without a token, and for that order only', async () => {
    const { client, url } = server();
    const [one, other] = [await paidOrder({ refunded: 500 }), await paidOrder()];
    const { data } = await client.orders.receipt({ orderId: one.orderId }, { ...one.guest, lang: 'zh_CN' });
    const pdf = await fetch(new URL(data.pdfUrl, url));
    expect(pdf.status).toBe(200);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toMatch(/^inline; filename="receipt-\d+\.pdf"$/);
    const content = Buffer.from(await pdf.arrayBuffer());
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(content.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    const elsewhere = new URL(data.pdfUrl.replace(`orderId=${one.orderId}`, `orderId=${other.orderId}`), url);
    expect((await fetch(elsewhere)).status).toBe(404);
  });

  it('is rendered at most thirty times a minute for an address', async () => {
    const { client, url, pool } = server();
    const { orderId, guest } = await paidOrder();
    const { data } = await client.orders.receipt({ orderId }, guest);
    for (let times = 1; times < 30; times += 1) await countUses(pool, usesFrom(pdfLimit, '10.7.7.7'), new Date());
    const draw = async (address: string) =>
      (await fetch(new URL(data.pdfUrl, url), { headers: { 'x-forwarded-for': address } })).status;
    const drawn = await Promise.all([draw('10.7.7.7'), draw('10.7.7.7')]);
    expect(drawn.toSorted()).toEqual([200, 429]);
    expect(await draw('10.7.7.8')).toBe(200);
  });

  it("shows the outlet's own service phone if it has one", async () => {
    const { client, pool } = server();
    const { orderId, guest, outlet } = await paidOrder();
    expect((await client.orders.get({ orderId }, guest)).data.servicePhone).toBe('');
    await pool.query("UPDATE outlets SET service_phone = '021-5081 1234' WHERE id = $1", [outlet.id]);
    expect((await client.orders.get({ orderId }, guest)).data.servicePhone).toBe('021-5081 1234');
  });
});
