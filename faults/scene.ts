import type { ChairEvent } from '@recline/contract/topics';
import { Chair } from '@recline/simulator/chair';
import { randomOf } from '../server/src/demo/random.ts';
import { makeCashCoupon, makeCoupon } from '../server/src/testing/coupons.ts';
import { type Account, makeWorld, type Outlet } from '../server/src/testing/world.ts';
import { fairWeather } from './mqtt-proxy.ts';
import type { Schedule } from './schedule.ts';
import type { Slot } from './slot.ts';

/** A request to start, and every answer to it. */
export interface Asked {
  accountId: number;
  requestId: string;
  answers: { code: number; orderId: string | null; status: string | null }[];
}

/** What people were told, to be held against what became of it. */
export interface Told {
  asked: Asked[];
  /** Orders that were said to be ended, and refunded. */
  stopped: string[];
  refunded: string[];
  /** Orders whose payment's notice was taken. */
  noticed: string[];
  /** Answers that no caller should get. */
  faulty: string[];
}

export interface SceneChair {
  chair: Chair;
  quick: boolean;
  /** All that it ever wrote into its journal. */
  written: ChairEvent[];
  /** Somebody pulled a plug of it; one at a time. */
  away: 'dark' | 'unplugged' | undefined;
}

/** All that one schedule plays with, each time new. */
export interface Scene {
  slot: Slot;
  schedule: Schedule;
  outlet: Outlet;
  manager: Account;
  consumers: Account[];
  coupons: string[];
  cashCoupons: string[];
  chairs: SceneChair[];
  told: Told;
  /** What people are still busy with. */
  busy: Set<Promise<unknown>>;
  since: Date;
}

export async function setScene(slot: Slot, schedule: Schedule): Promise<Scene> {
  const { pool } = slot;
  const world = makeWorld(pool);
  const since = new Date();
  const outlet = await world.outlet();
  const times = (count: number) => Array.from({ length: count });
  const [manager, consumers, coupons, cashCoupons, credentials] = await Promise.all([
    world.manager([outlet]),
    Promise.all(times(schedule.consumers).map(() => world.consumer())),
    Promise.all([
      ...times(schedule.freeCoupons).map(() => makeCoupon(pool, 'free')),
      ...times(schedule.discounts).map((_, index) =>
        makeCoupon(pool, index % 2 ? 'amount_off' : 'discount', { off: 50 }),
      ),
    ]),
    Promise.all(times(schedule.cashCoupons).map(() => makeCashCoupon(pool, outlet, 2000))),
    Promise.all(schedule.chairs.map(() => world.device(outlet))),
  ]);
  slot.mqtt.random = randomOf(`weather ${schedule.seed}`);
  Object.assign(slot.mqtt.weather, fairWeather);
  const chairs = schedule.chairs.map(({ quick }, index) => makeChair(slot, quick, credentials[index]));
  await slot.up();
  await Promise.all(chairs.map(({ chair }) => chair.powerOn()));
  const told: Told = { asked: [], stopped: [], refunded: [], noticed: [], faulty: [] };
  return { slot, schedule, outlet, manager, consumers, coupons, cashCoupons, chairs, told, busy: new Set(), since };
}

function makeChair(slot: Slot, quick: boolean, credentials?: { deviceId: string; secret: string }): SceneChair {
  if (!credentials) throw new Error('a chair without a secret');
  const written: ChairEvent[] = [];
  const chair = new Chair({
    brokerUrl: slot.mqtt.url,
    ...credentials,
    secondsPerMinute: quick ? 0.015 : 60,
    heartbeatSeconds: 0.3,
    replayWait: 100,
    replaysPerSecond: 50,
    reconnectAfter: 60,
    faultTimes: { late: 1_600, dropped: 250, dark: 250, slow: 30 * 3600_000 },
    onEvent: (event) => written.push(event),
  });
  return { chair, quick, written, away: undefined };
}

/** Everybody who can be asked to leave has left. */
export async function clearScene({ chairs }: Scene): Promise<void> {
  await Promise.all(chairs.map(({ chair }) => chair.powerOff()));
}
