import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { feedback } from '@recline/contract/feedback';
import { answerComplaints, type Counter } from '@recline/simulator/crowd/counter';
import { startCrowd } from '@recline/simulator/crowd/crowd';
import { CallRefused, logIn, makePhone, readForm } from '@recline/simulator/crowd/phone';
import { picture } from '@recline/simulator/crowd/picture';
import type { CrowdPlace } from '@recline/simulator/crowd/places';
import { fileTypeFromBuffer } from 'file-type';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until, useChairs } from './testing/chairs.ts';
import { useServer } from './testing/server.ts';

const server = useServer({ PAYMENT_PROVIDERS: 'sandbox' });
const connectChair = useChairs(server);
/** An hour passes in half a minute, and a minute of massage in half a second. */
const speed = 120;
const app = 'simulated guest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-crowd-'));
});
afterAll(() => rm(folder, { recursive: true }));

const count = async (text: string, values: unknown[] = []) =>
  Number((await server().pool.query<{ count: string }>(text, values)).rows[0]?.count);

/** An outlet with chairs and a counter, as the demo describes one. */
async function makePlace(pace = speed) {
  const { world, client } = server();
  const outlet = await world.outlet();
  const chairs = await Promise.all(
    Array.from({ length: 6 }, () => connectChair(outlet, { secondsPerMinute: 60 / pace })),
  );
  const manager = await world.manager([outlet]);
  const place: CrowdPlace = {
    name: 'somewhere',
    currency: 'CNY',
    deviceIds: chairs.map(({ deviceId }) => deviceId),
    counter: { account: manager.account, password: manager.password },
    visitsPerHour: () => 60,
    shares: { online: 60, cash: 20, coin: 20 },
    gears: { gentle: 1, standard: 1, deep: 1 },
    coin: { coins: 1, amount: 800, minutes: 10 },
    complaints: [
      { problem: 'noise', about: 'finished', text: 'It squeaks.', reply: 'Greased.' },
      { problem: 'stopped_early', about: 'refunded', text: 'It stopped.', reply: 'Refunded.' },
    ],
  };
  return { client, chairs, place, byId: new Map(chairs.map((chair) => [chair.deviceId, chair])) };
}

describe('a simulated crowd', () => {
  it('buys online, for cash and by coin, avoids a chair that a person has opened, and keeps its sessions', async () => {
    const { place, byId } = await makePlace();
    const [person = ''] = place.deviceIds;
    const errors: unknown[] = [];
    const sessionsFile = join(folder, 'sessions.json');
    const begin = () =>
      startCrowd({
        url: server().url,
        places: [place],
        app,
        chairs: byId,
        isLeftAlone: (deviceId) => deviceId === person,
        sessionsFile,
        speed,
        onError: (error) => errors.push(error),
      });
    const finished = (type: string) =>
      count("SELECT count(*) FROM orders WHERE type = $1 AND status = 'finished' AND device_id = ANY($2)", [
        type,
        place.deviceIds,
      ]);
    const crowd = await begin();
    try {
      for (const type of ['online', 'cash_coupon', 'coin']) await until(async () => (await finished(type)) > 0, 60_000);
    } finally {
      await crowd.stop();
    }
    expect(await count('SELECT count(*) FROM orders WHERE device_id = $1', [person])).toBe(0);
    expect(errors.filter((error) => (error as Error).name !== 'CallRefused')).toEqual([]);

    const guests = () => count("SELECT count(*) FROM accounts WHERE role = 'consumer' AND mobile IS NULL");
    const known = await guests();
    expect(known).toBeGreaterThan(0);
    expect((await stat(sessionsFile)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(sessionsFile, 'utf8'))).toMatchObject({ counters: expect.any(Object) });
    const [onlineBefore, again] = [await finished('online'), await begin()];
    await until(async () => (await finished('online')) > onlineBefore, 60_000).finally(again.stop);
    expect(await guests()).toBeLessThanOrEqual(known + 10);
  });
});

interface BrokenOrder {
  id: number;
  device_id: string;
  refunded: number;
}

it('a chair breaks down under a guest of the crowd, who gets money back, and runs again once it is repaired', async () => {
  const fast = 300;
  const { place, byId } = await makePlace(fast);
  const errors: unknown[] = [];
  const crowd = await startCrowd({
    url: server().url,
    // The longest massage: its guest is seen to sit however busy the machine is.
    places: [{ ...place, shares: { online: 1, cash: 0, coin: 0 }, gears: { gentle: 0, standard: 0, deep: 1 } }],
    app,
    chairs: byId,
    isLeftAlone: () => false,
    sessionsFile: join(folder, 'repaired.json'),
    speed: fast,
    onError: (error) => error instanceof CallRefused || errors.push(error),
  });
  try {
    const broken = await until(async () => {
      const text = `SELECT id, device_id, refunded_amount AS refunded FROM orders
        WHERE end_reason = 'fault' AND placed_by IS NOT NULL AND device_id = ANY($1) LIMIT 1`;
      return (await server().pool.query<BrokenOrder>(text, [place.deviceIds])).rows[0];
    });
    expect(broken.refunded).toBeGreaterThan(0);
    const later =
      "SELECT count(*) FROM orders WHERE device_id = $1 AND id > $2 AND status = 'finished' AND end_reason = 'time'";
    await until(async () => (await count(later, [broken.device_id, broken.id])) > 0);
    const events = 'SELECT count(*) FROM device_events WHERE device_id = $1 AND type = $2';
    for (const type of ['fault', 'cleared']) expect(await count(events, [broken.device_id, type])).toBeGreaterThan(0);
  } finally {
    await crowd.stop();
  }
  expect(errors).toEqual([]);
});

describe('complaints', () => {
  it('with a picture wait until there are more than three; then the oldest of the crowd is answered, never one of a person', async () => {
    const { world, client } = server();
    const phone = makePhone(server().url, app);
    const places = await Promise.all([makePlace(), makePlace()]);
    const counters: Counter[] = [];
    for (const { place } of places) {
      const { account, password } = place.counter;
      counters.push({ place, token: await logIn(phone, account, password) });
    }
    const complain = async (index: number, from: string, description = 'It squeaks.') => {
      const guest = await world.consumer();
      const deviceId = places[index % 2]?.place.deviceIds[0] ?? '';
      const { orderId } = await world.order(deviceId, { placedBy: guest });
      const files = [await phone.upload('chair.png', picture(), guest.token)];
      const complaint = { orderId, problem: 'noise', description, files, client: from } as const;
      await phone.call(feedback.insert, complaint, guest.token);
      return {
        state: async () => (await client.feedback.get({ orderId }, { token: guest.token })).data,
        refunded: async () => (await client.orders.get({ orderId }, { token: guest.token })).data.refundedAmount,
      };
    };
    const ofPerson = await complain(0, 'a browser');
    const waiting = [];
    for (const text of ['It stopped.', 'It squeaks.', 'It stopped.', 'It squeaks.', 'It squeaks.'])
      waiting.push(await complain(waiting.length, app, text));
    await answerComplaints(phone, counters, app);
    const states = await Promise.all([ofPerson, ...waiting].map(async ({ state }) => (await state()).status));
    expect(states).toEqual(['new', 'done', 'done', 'new', 'new', 'new']);
    expect(await waiting[1]?.state()).toMatchObject({ reply: 'Greased.' });
    const refunded = await Promise.all(waiting.map((each) => each.refunded()));
    expect(refunded.map((amount) => amount > 0)).toEqual([true, false, false, false, false]);
  });
});

describe('a cashier page', () => {
  const page = `<form method="post" action="/pay?a=1&amp;b=2"><input type="hidden" name="key" value="it&#39;s">
    <button name="decision" value="declined">No</button><button name="decision" value="paid">Pay</button></form>`;

  it('is read with its hidden fields and the button for the decision', () => {
    expect(readForm(page, /^paid$/)).toEqual({ action: '/pay?a=1&b=2', fields: { key: "it's", decision: 'paid' } });
  });

  it('without a decision to make is an error', () => {
    expect(() => readForm('<p>already paid</p>', /paid/)).toThrow('nothing to decide');
  });
});

it('a complaint has a picture that the server accepts', async () => {
  expect((await fileTypeFromBuffer(picture()))?.mime).toBe('image/png');
});
