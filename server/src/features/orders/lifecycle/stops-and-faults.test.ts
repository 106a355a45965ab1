import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { until, useChairs } from '../../../testing/chairs.ts';
import { payAndRun } from '../../../testing/paid-order.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer({ STOP_REFUND: 'unused' }, { payments: { everyMs: 200 } });
const connectChair = useChairs(server);

type Chair = Awaited<ReturnType<typeof connectChair>>;
const minute = 60_000;

interface ReportedEnd {
  ranSeconds: number;
  reason: string;
  offline?: boolean;
  at?: string;
}

/** Reports the end of an order as its chair would; returns the id of the event. */
async function reportEnd(chair: Chair, orderId: string, end: ReportedEnd): Promise<string> {
  const eventId = randomUUID();
  const base = { eventId, bootId: '1', seq: 1000, type: 'ended', at: new Date().toISOString() };
  await chair.publishRaw(`chair/v1/${chair.deviceId}/evt`, JSON.stringify({ ...base, orderId, ...end }));
  return eventId;
}

/** A paid order of 20 minutes and 15.00 whose chair ignores commands, stopped by its guest after five minutes. */
async function stoppedOrder() {
  const paid = await payAndRun(server(), connectChair);
  const { chair, client, token, orderId, order } = paid;
  chair.faults.add('ignores');
  const startedAt = Date.parse((await order()).startedAt ?? '');
  const after = (minutes: number) => server().setTime(new Date(startedAt + minutes * minute));
  after(5);
  const stopped = (await client.orders.stop({ orderId }, { token })).data;
  return { ...paid, stopped, after };
}

const inItsOwnTime = async (test: () => Promise<void>) => {
  try {
    await test();
  } finally {
    server().setTime(undefined);
  }
};

describe('a guest who stops early', () => {
  it('sees the order end at once with the stop requested, and gets the share that the chair confirms', () =>
    inItsOwnTime(async () => {
      const { chair, orderId, order, stopped, money } = await stoppedOrder();
      expect(stopped).toMatchObject({ status: 'finished', stop: 'asked', refundedAmount: 0, owed: 1125 });
      await reportEnd(chair, orderId, { ranSeconds: 360, reason: 'stopped' });
      await until(async () => (await order()).stop === 'confirmed');
      await until(async () => (await order()).payment === 'partly_refunded');
      expect(await order()).toMatchObject({ status: 'finished', ending: 'stopped', refundedAmount: 1050 });
      expect(await money()).toEqual(['paid 1500', 'refund 1050', 'refunded 1050']);
    }));

  it('gets no more than was owed at the tap, whatever the chair reports', () =>
    inItsOwnTime(async () => {
      const { chair, orderId, order } = await stoppedOrder();
      await reportEnd(chair, orderId, { ranSeconds: 0, reason: 'stopped' });
      await until(async () => (await order()).stop === 'confirmed');
      expect((await order()).refundedAmount).toBe(1125);
    }));

  it('of an offline chair that runs on gets nothing automatically until the chair reports how long it ran', () =>
    inItsOwnTime(async () => {
      const { chair, orderId, order, after, refund } = await stoppedOrder();
      after(21);
      await until(async () => (await order()).stop === 'unanswered');
      expect(await order()).toMatchObject({ status: 'finished', refundedAmount: 0, payment: 'paid' });
      await refund({ amount: 300 });
      await reportEnd(chair, orderId, { ranSeconds: 720, reason: 'stopped', offline: true });
      await until(async () => (await order()).stop === 'confirmed');
      expect((await order()).refundedAmount).toBe(600);
    }));

  it.each([
    ['within 31 days settles it', 30, { stop: 'confirmed', refundedAmount: 1050 }],
    ['later settles nothing', 32, { stop: 'unanswered', refundedAmount: 0 }],
  ])('of an offline chair: an end that it replays %s', (_case, days, settled) =>
    inItsOwnTime(async () => {
      const { chair, orderId, order, after, pool } = await stoppedOrder();
      after(21);
      await until(async () => (await order()).stop === 'unanswered');
      const at = new Date(Date.parse((await order()).startedAt ?? '') + 6 * minute).toISOString();
      after(days * 24 * 60);
      const event = await reportEnd(chair, orderId, { ranSeconds: 360, reason: 'stopped', offline: true, at });
      await until(
        async () => (await pool.query('SELECT FROM device_events WHERE event_id = $1', [event])).rowCount === 1,
      );
      expect(await order()).toMatchObject({ status: 'finished', ...settled });
    }),
  );

  it('gets nothing automatically when a manager stops the chair', async () => {
    const { client, manager, orderId, order } = await payAndRun(server(), connectChair);
    const { data } = await client.orders.stop({ orderId }, { token: manager.token });
    // The chair may already have answered.
    expect(data).toMatchObject({ status: 'finished', stop: expect.stringMatching(/^(asked|confirmed)$/) });
    await until(async () => (await order()).stop === 'confirmed');
    expect((await order()).refundedAmount).toBe(0);
  });

  it("sees each change of the stop's state", async () => {
    const { chair, client, token, orderId, order } = await payAndRun(server(), connectChair);
    expect((await order()).stop).toBeNull();
    await client.orders.stop({ orderId }, { token });
    await until(async () => (await order()).stop === 'confirmed');
    expect(chair.state).toBe('idle');
  });
});

describe('a chair that breaks down', () => {
  it('refunds the unused share of an online payment automatically', async () => {
    const { chair, orderId, order } = await payAndRun(server(), connectChair);
    chair.faults.add('ignores');
    await reportEnd(chair, orderId, { ranSeconds: 400, reason: 'fault' });
    await until(async () => (await order()).payment === 'partly_refunded');
    expect(await order()).toMatchObject({ status: 'finished', ending: 'fault', refundedAmount: 1000, owed: 0 });
  });

  it('before it did anything refunds everything', async () => {
    const { chair, order } = await payAndRun(server(), connectChair);
    chair.breakDown('E01');
    await until(async () => (await order()).ending === 'fault');
    await until(async () => (await order()).refundedAmount >= 1495);
  });

  it('refunds the time after a power cut, once the cut is reported', async () => {
    const { chair, order } = await payAndRun(server(), connectChair);
    await chair.cutPower(50);
    await until(async () => (await order()).ending === 'fault');
    expect((await order()).refundedAmount).toBeGreaterThan(1400);
  });

  it('during a cash order makes the manager return the cash, which counts once confirmed', async () => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const chair = await connectChair(outlet);
    const { token } = await world.manager([outlet]);
    const start = { deviceId: chair.deviceId, priceId: outlet.prices[1]?.priceId ?? '', payType: 'cash' } as const;
    const { orderId } = (await client.starting.activate({ ...start, requestId: randomUUID() }, { token })).data;
    const order = async () => (await client.orders.get({ orderId }, { token })).data;
    await reportEnd(chair, orderId, { ranSeconds: 400, reason: 'fault' });
    await until(async () => (await order()).ending === 'fault');
    expect(await order()).toMatchObject({ owed: 1000, refundedAmount: 0, payment: 'paid' });
    const requestId = randomUUID();
    const handedOver = { orderId, amount: 1000, reason: 'chair broke down', requestId };
    for (const _twice of [1, 2]) await client.orders.refund(handedOver, { token });
    expect(await order()).toMatchObject({ owed: 0, refundedAmount: 1000, payment: 'partly_refunded' });
  });
});
