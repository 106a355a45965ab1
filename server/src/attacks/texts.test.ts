import { randomUUID } from 'node:crypto';
import { basePath } from '@recline/contract/call';
import { topicOf } from '@recline/contract/topics';
import { describe, expect, it } from 'vitest';
import { until } from '../testing/chairs.ts';
import { runCli } from '../testing/cli.ts';
import { useServer } from '../testing/server.ts';
import { connectBare } from './bare-chair.ts';

/** Texts that cannot be stored, texts that change the reading direction, dates that do not exist, and HEAD requests. */

const server = useServer();
const bidi = '\u202e\u2066\u200f\u061c';
const hidden = `Ga${bidi}lleria`;
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Every text in the database that people write or read. */
async function storedTexts(): Promise<string[]> {
  const { rows } = await server().pool.query<{ text: string }>(
    `SELECT text FROM (
       SELECT name AS text FROM outlets UNION ALL SELECT address FROM outlets UNION ALL SELECT name FROM devices
       UNION ALL SELECT fault_code FROM devices UNION ALL SELECT firmware FROM devices
       UNION ALL SELECT name FROM accounts UNION ALL SELECT account FROM accounts UNION ALL SELECT title FROM adverts
       UNION ALL SELECT name FROM price_groups UNION ALL SELECT description FROM feedback
       UNION ALL SELECT reply FROM feedback UNION ALL SELECT reason FROM refunds UNION ALL SELECT end_reason FROM orders
     ) texts WHERE text IS NOT NULL`,
  );
  return rows.map(({ text }) => text);
}

describe('a lone surrogate', () => {
  it.each(['couponNo', 'cashCouponNo'])('is refused as the %s of a start', async (field) => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet, { online: true });
    const start = { deviceId, priceId: outlet.prices[0]?.priceId ?? '', requestId: randomUUID(), [field]: '\ud800' };
    const { token } = await world.consumer();
    const { code } = await client.starting.activate({ ...start, payType: 'sandbox' }, { token, json: true });
    expect(code).toBe(400);
  });
});

describe('invisible marks that turn the reading direction', () => {
  it('are removed from texts of callers: feedback, replies, reasons, addresses', async () => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const [guest, manager] = [await world.consumer(), await world.manager([outlet])];
    const { orderId } = await world.order((await world.device(outlet)).deviceId, { placedBy: guest });
    const sent = await client.feedback.insert({ orderId, problem: 'noise', description: hidden, files: [] }, guest);
    const reply = { feedbackId: sent.data.feedbackId, reply: hidden, status: 'done' } as const;
    expect((await client.feedback.reply(reply, manager)).code).toBe(200);
    expect((await client.orders.refund({ orderId, reason: hidden }, manager)).code).toBe(200);
    const place = { outletId: outlet.outletId, latitude: 1, longitude: 1, address: hidden };
    expect((await client.outlets.setPlace(place, manager)).code).toBe(200);
    const texts = await storedTexts();
    expect(texts.filter((text) => text === 'Galleria').length).toBeGreaterThanOrEqual(3);
    expect(texts.filter((text) => bidiControls.test(text))).toEqual([]);
  });

  it('are removed from texts of operators: names of outlets, devices, managers and adverts', async () => {
    const run = (...words: string[]) => runCli(words, { DATABASE_URL: server().databaseUrl });
    const place = ['--latitude', '3', '--longitude', '101', '--currency', 'RM', '--zone', 'Asia/Kuala_Lumpur'];
    const { stdout } = await run('outlet', 'add', '--name', hidden, '--address', hidden, ...place, '--json');
    const { outletId } = JSON.parse(stdout) as { outletId: string };
    const id = `T${randomUUID().slice(0, 8)}`;
    const done = [
      await run('device', 'add', '--id', id, '--outlet', outletId, '--name', hidden),
      await run('manager', 'add', '--account', id, '--name', hidden, '--outlets', outletId),
      await run('advert', 'add', '--title', hidden, '--image', '/adverts/tea.webp', '--outlet', outletId),
    ];
    expect(done.map(({ code, stderr }) => [code, stderr])).toEqual(done.map(() => [0, '']));
    expect((await storedTexts()).filter((text) => bidiControls.test(text))).toEqual([]);
  });

  it('are removed from texts of chairs: fault codes, reasons, firmware', async () => {
    const { world, mqttUrl, pool } = server();
    const chair = await world.device(await world.outlet());
    const client = await connectBare(mqttUrl, chair);
    const at = new Date().toISOString();
    const state = { state: 'fault', faultCode: `E${bidi}1`, firmware: `1${bidi}.0`, bootId: 1, seq: 1, at };
    await client.publishAsync(topicOf(chair.deviceId, 'state'), JSON.stringify(state), { qos: 1 });
    const stored = async () =>
      (await pool.query('SELECT fault_code, firmware FROM devices WHERE id = $1', [chair.deviceId])).rows[0];
    await until(async () => (await stored()).fault_code !== null);
    expect(await stored()).toEqual({ fault_code: 'E1', firmware: '1.0' });
    await client.endAsync(true);
  });
});

describe('a custom period', () => {
  it.each([
    ['0000-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'start'],
    ['0001-01-01T00:00:00Z', '0001-02-01T00:00:00Z', 'start'],
    ['-000001-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'start'],
    ['9999-12-01T00:00:00Z', '9999-12-31T23:59:59Z', 'start'],
    ['2026-01-01T00:00:00Z', '+010000-01-01T00:00:00Z', 'end'],
    ['1969-12-31T23:59:59Z', '1970-01-02T00:00:00Z', 'start'],
  ])('from %s to %s is refused and its field named, on every call that takes one', async (start, end, field) => {
    const { client, world } = server();
    const manager = await world.manager([await world.outlet()]);
    const period = { period: 'custom', start, end } as const;
    const sent = { token: manager.token, lang: 'en_US', offset: 840 };
    const answers = [
      await client.revenue.statistics(period, sent),
      await client.revenue.byOutlet(period, sent),
      await client.revenue.report(period, sent),
      await client.orders.list(period, sent),
      await client.orders.summary(period, sent),
    ];
    for (const { status, code, message } of answers) {
      expect({ status, code }).toEqual({ status: 400, code: 400 });
      expect(message).toContain(field);
    }
  });

  it.each([
    ['1970-01-01T00:00:00Z', '1970-01-02T00:00:00Z'],
    ['9998-12-30T00:00:00Z', '9998-12-31T00:00:00Z'],
  ])('from %s to %s, at either end of the accepted range, is answered', async (start, end) => {
    const { client, world } = server();
    const manager = await world.manager([await world.outlet()]);
    for (const offset of [-720, 840]) {
      const answer = await client.orders.list({ period: 'custom', start, end }, { token: manager.token, offset });
      expect(answer.code).toBe(200);
    }
  });
});

describe('HEAD', () => {
  it.each(['/login/info', '/order', '/dict/cache-value', '/nothing'])(
    'on %s is an unknown route, as documented',
    async (path) => {
      const { status } = await fetch(`${server().url}${basePath}${path}`, { method: 'HEAD' });
      expect(status).toBe(404);
    },
  );
});
