import type { SentInputOf } from '@recline/contract/call';
import type { feedback as calls } from '@recline/contract/feedback';
import { limits } from '@recline/contract/limits';
import { describe, expect, it } from 'vitest';
import { makeLog } from '../../platform/log.ts';
import { listen } from '../../platform/notify.ts';
import { useServer } from '../../testing/server.ts';
import { postFile, samples } from '../../testing/uploads.ts';
import { orderChanged } from '../orders/index.ts';

const server = useServer();
const png = samples['image/png'];

/** An outlet with its manager, and an end user who placed an order there. */
async function scene() {
  const { world } = server();
  const outlet = await world.outlet();
  const [manager, consumer, device] = [
    await world.manager([outlet]),
    await world.consumer(),
    await world.device(outlet),
  ];
  const order = await world.order(device.deviceId, { placedBy: consumer });
  return { outlet, manager, consumer, device, order };
}

/** One visible character, seven code points, 25 bytes. */
const family = '👨‍👩‍👧‍👦';

type Input = SentInputOf<(typeof calls)['insert']>;
const about = (orderId: string, more: Partial<Input> = {}): Input => ({
  orderId,
  problem: 'noise',
  description: 'It rattles at the back',
  files: [],
  ...more,
});

async function upload(who: { token: string }, name: string): Promise<string> {
  const { data } = await server().client.uploads.policy({}, { token: who.token });
  return (await postFile(data, name, png)).url;
}

describe('feedback on an order', () => {
  it('is offered by the order itself, which says whether the caller placed it', async () => {
    const { client } = server();
    const { consumer, manager, order } = await scene();
    const ownOf = async ({ token }: { token: string }) =>
      (await client.orders.get({ orderId: order.orderId }, { token })).data.own;
    expect([await ownOf(consumer), await ownOf(manager)]).toEqual([true, false]);
  });

  it('is sent with its files by the guest who placed the order, and is visible to that guest and the outlet’s manager', async () => {
    const { client } = server();
    const { consumer, manager, order } = await scene();
    const files = [await upload(consumer, 'b.png'), await upload(consumer, 'a.png')];
    const sent = await client.feedback.insert(about(order.orderId, { files }), { token: consumer.token });
    expect(sent.code).toBe(200);
    for (const { token } of [consumer, manager]) {
      const { data } = await client.feedback.get({ orderId: order.orderId }, { token });
      expect(data).toEqual({
        language: 'zh_CN',
        client: null,
        feedbackId: sent.data.feedbackId,
        problem: 'noise',
        description: 'It rattles at the back',
        files: files.map((url) => expect.stringContaining(`${url}?`)),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        status: 'new',
        reply: null,
        repliedAt: null,
      });
    }
  });

  it('comes as JSON or as a form with the same meaning', async () => {
    const { client } = server();
    const { consumer, order } = await scene();
    const files = [await upload(consumer, 'a.png')];
    const sent = await client.feedback.insert(about(order.orderId, { files }), { token: consumer.token, json: true });
    expect(sent.code).toBe(200);
  });

  it('is accepted once, even when sent many times in parallel', async () => {
    const { client } = server();
    const { consumer, order } = await scene();
    const send = () => client.feedback.insert(about(order.orderId), { token: consumer.token });
    const answers = await Promise.all([send(), send(), send(), send(), send()]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code, status }) => code === 20501 && status === 409)).toHaveLength(4);
    expect((await send()).code).toBe(20501);
  });

  it('may be about an order that failed, and by the manager who started it', async () => {
    const { client, world } = server();
    const { manager, device, outlet } = await scene();
    const failed = await world.order(device.deviceId, { placedBy: manager, status: 'failed', type: 'cash_coupon' });
    expect((await client.feedback.insert(about(failed.orderId), { token: manager.token })).code).toBe(200);
    const list = await client.feedback.list({ outletId: outlet.outletId }, { token: manager.token });
    expect(list.data.rows[0]?.order).toMatchObject({ orderId: failed.orderId, status: 'failed' });
  });

  it.each<[string, Partial<Input>, string]>([
    ['a problem that is not in the dictionary', { problem: 'ghosts' as 'noise' }, 'problem'],
    ['a description that is too long', { description: '长'.repeat(limits.descriptionChars + 1) }, 'description'],
    ['a description of too many bytes', { description: family.repeat(100) }, 'description'],
    ['an order and a chair', { deviceId: 'A1' }, 'deviceId'],
    ['neither an order nor a chair', { orderId: '' }, 'orderId'],
    ['too many files', { files: Array.from({ length: 53 }, (_, index) => `http://x/${index}`) }, 'files'],
    ['a file from elsewhere', { files: ['https://example.com/a.png'] }, 'files'],
  ])('is refused for %s, by the name of the field', async (_what, more, field) => {
    const { client } = server();
    const { consumer, order } = await scene();
    const answer = await client.feedback.insert(about(order.orderId, more), { token: consumer.token, lang: 'en_US' });
    expect(answer).toMatchObject({ status: 400, code: 400 });
    expect(answer.message).toContain(field);
    expect((await client.feedback.get({ orderId: order.orderId }, { token: consumer.token })).code).toBe(404);
  });

  it.each([
    ['nothing but a problem', ''],
    ['spaces', '   '],
    ['the longest length, in any script', '长'.repeat(limits.descriptionChars)],
    ['characters that are many code points each', family.repeat(80)],
  ])('may say %s: characters are counted as people see them', async (_what, description) => {
    const { client } = server();
    const { consumer, order } = await scene();
    expect((await client.feedback.insert(about(order.orderId, { description }), consumer)).code).toBe(200);
    const { data } = await client.feedback.get({ orderId: order.orderId }, consumer);
    expect(data.description).toBe(description.trim());
  });

  it('accepts only unused files uploaded by this account, or none', async () => {
    const { client, world } = server();
    const { consumer, order, device } = await scene();
    const [mine, foreign] = [await upload(consumer, 'a.png'), await upload(await world.consumer(), 'a.png')];
    const send = (orderId: string, files: string[]) =>
      client.feedback.insert(about(orderId, { files }), { token: consumer.token });
    expect((await send(order.orderId, [mine, foreign])).code).toBe(400);
    expect((await send(order.orderId, [mine, mine])).code).toBe(200);
    const next = await world.order(device.deviceId, { placedBy: consumer });
    expect((await send(next.orderId, [mine])).code).toBe(400);
  });

  it('is sent to open screens', async () => {
    const { client, databaseUrl } = server();
    const { consumer, manager, order, outlet, device } = await scene();
    const told: unknown[] = [];
    const listener = await listen(databaseUrl, makeLog('silent'));
    listener.on(orderChanged, (message) => told.push(message));
    const { data } = await client.feedback.insert(about(order.orderId), { token: consumer.token });
    await client.feedback.reply(
      { feedbackId: data.feedbackId, reply: 'Sorry', status: 'done' },
      { token: manager.token },
    );
    await expect.poll(() => told.length).toBe(2);
    const placedBy = consumer.accountId;
    const message = { orderId: order.id, outletId: outlet.id, deviceId: device.deviceId, placedBy, status: 'finished' };
    expect(told).toEqual([message, message]);
    await listener.stop();
  });
});

describe('a report about a chair without an order', () => {
  const report = (deviceId: string, more: Partial<Input> = {}): Input => ({
    deviceId,
    problem: 'noise',
    files: [],
    ...more,
  });

  it("reaches the outlet's managers like any other feedback, with its files and without an order", async () => {
    const { client } = server();
    const { outlet, manager, consumer, device } = await scene();
    const files = [await upload(consumer, 'a.png')];
    const sent = await client.feedback.insert(
      report(device.deviceId, { files, description: 'It ate my coin' }),
      consumer,
    );
    expect(sent.code).toBe(200);
    const { data } = await client.feedback.list({}, manager);
    expect(data.counts.new).toBe(1);
    expect(data.rows).toMatchObject([
      {
        feedbackId: sent.data.feedbackId,
        problem: 'noise',
        description: 'It ate my coin',
        files: files.map((url) => expect.stringContaining(`${url}?`)),
        deviceId: device.deviceId,
        outletId: outlet.outletId,
        outletName: outlet.name,
        order: null,
      },
    ]);
    const reply = { feedbackId: sent.data.feedbackId, reply: 'Come by for your coin', status: 'done' } as const;
    expect((await client.feedback.reply(reply, manager)).code).toBe(200);
    expect((await client.feedback.list({ status: 'done' }, manager)).data.rows).toMatchObject([{ reply: reply.reply }]);
  });

  it('is hidden from managers of other outlets, who cannot answer it either', async () => {
    const { client, world } = server();
    const { consumer, device } = await scene();
    const other = await world.manager([await world.outlet()]);
    const { data } = await client.feedback.insert(report(device.deviceId), consumer);
    expect((await client.feedback.list({}, other)).data.rows).toEqual([]);
    const reply = { feedbackId: data.feedbackId, reply: 'x', status: 'done' } as const;
    expect((await client.feedback.reply(reply, other)).code).toBe(404);
  });

  it('is refused for a chair that does not exist', async () => {
    const { client, world } = server();
    expect((await client.feedback.insert(report('nobody'), await world.consumer())).code).toBe(20201);
  });

  it('is accepted three times a day from an account, even in parallel, and refused ones do not count', async () => {
    const { client } = server();
    const { consumer, device } = await scene();
    const foreign = report(device.deviceId, { files: ['https://example.com/a.png'] });
    expect((await client.feedback.insert(foreign, consumer)).code).toBe(400);
    const send = () => client.feedback.insert(report(device.deviceId), consumer);
    const answers = await Promise.all([send(), send(), send(), send(), send()]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(2);
  });

  // 52 calls in sequence, while other test files run.
  it('is accepted fifty times a day from an address', async () => {
    const { client, world, pool } = server();
    const { device } = await scene();
    await pool.query(`DELETE FROM rate_limit_uses WHERE scope LIKE 'chair reports%'`);
    const codes: number[] = [];
    for (let index = 0; index < 52; index += 1)
      codes.push((await client.feedback.insert(report(device.deviceId), await world.consumer())).code);
    expect(codes).toEqual([...Array(50).fill(200), 429, 429]);
  });
});

describe('nobody else', () => {
  it("sends, reads, lists or answers another's feedback", async () => {
    const { client, world } = server();
    const { consumer, order, outlet, manager } = await scene();
    const [stranger, other] = [await world.consumer(), await world.manager([await world.outlet()])];
    for (const { token } of [stranger, other]) {
      expect((await client.feedback.insert(about(order.orderId), { token })).code).toBe(404);
    }
    expect((await client.feedback.insert(about(order.orderId), { token: manager.token })).code).toBe(403);
    const { data } = await client.feedback.insert(about(order.orderId), { token: consumer.token });
    for (const { token } of [stranger, other]) {
      expect((await client.feedback.get({ orderId: order.orderId }, { token })).code).toBe(404);
    }
    const answer = { feedbackId: data.feedbackId, reply: 'x', status: 'done' as const };
    expect((await client.feedback.reply(answer, { token: other.token })).code).toBe(404);
    expect((await client.feedback.reply(answer, { token: consumer.token })).code).toBe(403);
    expect((await client.feedback.list({ outletId: outlet.outletId }, { token: other.token })).code).toBe(404);
    expect((await client.feedback.list({}, { token: other.token })).data).toMatchObject({ rows: [], nextCursor: null });
    expect((await client.feedback.list({}, { token: stranger.token })).code).toBe(403);
  });

  it('lists feedback without the permission for details', async () => {
    const { client, world } = server();
    const { token } = await world.manager([await world.outlet()], ['home', 'user']);
    expect((await client.feedback.list({}, { token })).code).toBe(403);
  });

  it('learns whether an order exists', async () => {
    const { client, world } = server();
    const { token } = await world.consumer();
    const { order } = await scene();
    const askFor = (orderId: string) => client.feedback.get({ orderId }, { token });
    const [real, unreal] = [await askFor(order.orderId), await askFor('999999999')];
    expect(real).toMatchObject({ status: 404, code: 404 });
    expect({ code: real.code, message: real.message }).toEqual({ code: unreal.code, message: unreal.message });
  });
});

describe("a manager's list", () => {
  it('shows its outlets’ feedback newest first, by status, with the counts of each', async () => {
    const { client, world } = server();
    const { outlet, manager, consumer, device } = await scene();
    const second = await world.outlet();
    const both = await world.manager([outlet, second]);
    const [here, there] = [device, await world.device(second)];
    const sent: string[] = [];
    for (const { deviceId } of [here, there, here]) {
      const { orderId } = await world.order(deviceId, { placedBy: consumer });
      sent.unshift((await client.feedback.insert(about(orderId), { token: consumer.token })).data.feedbackId);
    }
    const ids = async (token: string, filter = {}) =>
      (await client.feedback.list(filter, { token })).data.rows.map((row) => row.feedbackId);
    expect(await ids(both.token)).toEqual(sent);
    expect(await ids(manager.token)).toEqual([sent[0], sent[2]]);
    expect(await ids(both.token, { outletId: second.outletId })).toEqual([sent[1]]);
    await client.feedback.reply({ feedbackId: sent[1] ?? '', reply: 'On it', status: 'open' }, { token: both.token });
    expect(await ids(both.token, { status: 'open' })).toEqual([sent[1]]);
    const { data } = await client.feedback.list({ status: 'done' }, { token: both.token });
    expect(data).toEqual({ rows: [], nextCursor: null, counts: { new: 2, open: 1, done: 0 } });
  });

  it('is read page by page without repeating or skipping a row while new ones arrive', async () => {
    const { client, world } = server();
    const { manager, consumer, device } = await scene();
    const add = async () => {
      const { orderId } = await world.order(device.deviceId, { placedBy: consumer });
      return (await client.feedback.insert(about(orderId), { token: consumer.token })).data.feedbackId;
    };
    // Several in the very same instant, as PostgreSQL keeps it.
    server().setTime(new Date());
    const sent = [await add(), await add(), await add(), await add(), await add()];
    server().setTime(undefined);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data } = await client.feedback.list({ limit: 2, cursor }, { token: manager.token });
      seen.push(...data.rows.map((row) => row.feedbackId));
      cursor = data.nextCursor;
      await add();
    }
    expect(seen).toEqual(sent.toReversed());
  });

  it('refuses a cursor that it did not issue', async () => {
    const { manager } = await scene();
    expect((await server().client.feedback.list({ cursor: 'x' }, { token: manager.token })).code).toBe(400);
  });
});

describe('a reply', () => {
  it('is refused to callers who may not see the order, even if the feedback is filed under their outlet', async () => {
    const { client, world, pool } = server();
    const { consumer, order } = await scene();
    const { data } = await client.feedback.insert(about(order.orderId), consumer);
    const elsewhere = await world.outlet();
    const other = await world.manager([elsewhere]);
    await pool.query('UPDATE feedback SET outlet_id = $2 WHERE id = $1', [data.feedbackId, elsewhere.id]);
    const reply = { feedbackId: data.feedbackId, reply: 'x', status: 'done' } as const;
    expect((await client.feedback.reply(reply, other)).code).toBe(404);
    expect((await client.feedback.get({ orderId: order.orderId }, consumer)).data.reply).toBeNull();
    expect((await client.feedback.list({}, other)).data.rows).toMatchObject([{ order: null }]);
  });

  it('is seen by the guest with the new status, and may be changed later', async () => {
    const { client } = server();
    const { consumer, manager, order } = await scene();
    const { data } = await client.feedback.insert(about(order.orderId), { token: consumer.token });
    const reply = (text: string, status: 'open' | 'done') =>
      client.feedback.reply({ feedbackId: data.feedbackId, reply: text, status }, { token: manager.token });
    expect((await reply('Somebody is on the way', 'open')).data).toBeNull();
    expect((await reply('It is repaired, sorry', 'done')).code).toBe(200);
    const seen = await client.feedback.get({ orderId: order.orderId }, { token: consumer.token });
    expect(seen.data).toMatchObject({ status: 'done', reply: 'It is repaired, sorry' });
    expect(seen.data.repliedAt).not.toBeNull();
  });

  it.each([
    ['', 'done'],
    ['x'.repeat(141), 'done'],
    ['fine', 'closed'],
  ])('of %j with status %s is refused', async (reply, status) => {
    const { manager } = await scene();
    const input = { feedbackId: '1', reply, status: status as 'done' };
    expect((await server().client.feedback.reply(input, { token: manager.token })).code).toBe(400);
  });
});
