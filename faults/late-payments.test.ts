import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { until } from '../server/src/testing/chairs.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { gatherFacts } from './facts.ts';
import { violationsIn } from './invariants.ts';
import { start, stop } from './people.ts';
import { clearScene, type Scene, setScene } from './scene.ts';
import { makeSchedule } from './schedule.ts';
import { untilSettled } from './settle.ts';

let environment: Environment;
beforeAll(async () => {
  environment = await openEnvironment(inject('postgresUrl'));
});
afterAll(() => environment.stop());

const newestAttempt = `SELECT number, state, way IS NOT NULL AS is_open FROM payment_attempts ORDER BY id DESC LIMIT 1`;
type Attempt = { number: string; state: string; is_open: boolean };
const attempt = async () => (await environment.pool.query<Attempt>(newestAttempt)).rows[0];

/** Makes an order that is cancelled before it is paid, and whose payment is closed at WeChat. Returns its payment number. */
async function closedPayment(scene: Scene): Promise<string> {
  const method = { how: 'online', at: 'wechat', payment: 'abandoned', after: 0 } as const;
  await start(scene, { do: 'start', chair: 0, person: 0, price: 0, method, tries: 3, duplicates: 0 });
  await until(async () => (await attempt())?.is_open); // a slow machine may have lost the first answer
  await stop(scene, 0, 'owner');
  await until(async () => (await attempt())?.state === 'dead');
  return (await attempt())?.number ?? '';
}

async function sceneWithOneChair(): Promise<Scene> {
  const scene = await setScene(environment, { ...makeSchedule(1), chairs: [{ quick: true }], steps: [] });
  await untilSettled(scene, { resendNotices: true }); // its chair is online
  return scene;
}

async function expectMoneyBack(scene: Scene): Promise<void> {
  expect(await untilSettled(scene, { resendNotices: true })).toEqual([]);
  const facts = await gatherFacts(scene);
  expect(facts.ledger.map(({ kind, amount }) => `${kind} ${amount}`).sort()).toEqual(['paid 800', 'refunded 800']);
  expect(violationsIn(facts)).toEqual([]);
  await clearScene(scene);
}

it('a late payment is refunded although the server was killed between answering its notice and judging it', async () => {
  const scene = await sceneWithOneChair();
  const number = await closedPayment(scene);
  const client = await environment.pool.connect();
  try {
    await client.query('BEGIN; LOCK TABLE orders IN EXCLUSIVE MODE');
    await environment.providers.wechat.pay(number, { anyway: true });
    await until(async () => environment.providers.notices.deliveries.some(({ taken }) => taken));
    await environment.crash(0);
    expect((await attempt())?.state).toBe('dead');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  await expectMoneyBack(scene);
});

it('a late payment is refunded although its first notice was lost and the second was refused during a database outage', async () => {
  const { database, providers } = environment;
  const scene = await sceneWithOneChair();
  const number = await closedPayment(scene);
  providers.faults.planNotice('wechat', 'never');
  await providers.wechat.pay(number, { anyway: true });
  database.refusing = true;
  database.cut();
  await providers.notices.resend();
  database.refusing = false;
  expect(providers.notices.deliveries.map(({ taken }) => taken)).toEqual([false]);
  await expectMoneyBack(scene);
});

it('a Stripe payment whose session never reached this server is settled by its notice alone', async () => {
  const { providers } = environment;
  const scene = await sceneWithOneChair();
  providers.faults.plan('stripe', 'prepay', 'lostAnswer', 2); // the package repeats a call whose connection was closed
  const method = { how: 'online', at: 'stripe', payment: 'abandoned', after: 0 } as const;
  await start(scene, { do: 'start', chair: 0, person: 0, price: 0, method, tries: 1, duplicates: 0 });
  const { number = '', is_open } = (await attempt()) ?? {};
  expect(is_open).toBe(false);
  providers.faults.planNotice('stripe', 'never');
  await providers.stripe.pay(number);
  expect(await untilSettled(scene, { resendNotices: false })).toEqual([]);
  expect((await attempt())?.state).toBe('open');
  expect(await untilSettled(scene, { resendNotices: true })).toEqual([]);
  expect((await attempt())?.state).toBe('paid');
  await clearScene(scene);
});
