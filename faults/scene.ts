import type { ChairEvent } from '@recline/contract/topics';
import { Chair } from '@recline/simulator/chair';
import { randomOf } from '../server/src/demo/random.ts';
import { makeCashCoupon, makeCoupon } from '../server/src/testing/coupons.ts';
import { type Account, makeWorld, type Outlet } from '../server/src/testing/world.ts';
import type { Schedule } from './actions.ts';
import type { Environment } from './environment.ts';
import { type HostileChair, makeHostileChair } from './hostile-chair.ts';
import { goodNetwork } from './mqtt-proxy.ts';

/** A request to start, and every answer to it. */
export interface StartRequest {
  accountId: number;
  requestId: string;
  answers: { code: number; orderId: string | null; status: string | null }[];
}

/** The answers that people got, to be compared with the outcome. */
export interface Reported {
  starts: StartRequest[];
  /** Orders that were reported as stopped, and as refunded. */
  stopped: string[];
  refunded: string[];
  /** Orders whose payment notice was accepted. */
  noticesAccepted: string[];
  /** Errors, such as an answer that no caller should get. */
  unexpected: string[];
  /** Answers to a stranger that should have been refusals. */
  obtained: string[];
  /** How often strangers were refused. */
  refused: number;
}

export interface SceneChair {
  chair: Chair;
  quick: boolean;
  /** All events that the chair ever wrote to its journal. */
  written: ChairEvent[];
  /** Without power or network at the moment. */
  away: 'unpowered' | 'unplugged' | undefined;
}

/** Attackers. */
interface Hostile {
  guest: Account;
  chair: HostileChair;
  /** Sales of other products of the merchant. Each has the number of ours that it bears, if it must be listed. */
  foreignSales: Map<string, string | undefined>;
}

/** The data of one schedule, created for each. */
export interface Scene {
  environment: Environment;
  schedule: Schedule;
  outlet: Outlet;
  manager: Account;
  consumers: Account[];
  coupons: string[];
  cashCoupons: string[];
  chairs: SceneChair[];
  reported: Reported;
  hostile: Hostile;
  /** Actions that have not ended. */
  busy: Set<Promise<unknown>>;
  since: Date;
}

export async function setScene(environment: Environment, schedule: Schedule): Promise<Scene> {
  const { pool } = environment;
  environment.providers.forget();
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
  environment.mqtt.random = randomOf(`network ${schedule.seed}`);
  Object.assign(environment.mqtt.network, goodNetwork);
  const chairs = schedule.chairs.map(({ quick }, index) => makeChair(environment, quick, credentials[index]));
  await environment.up();
  await Promise.all(chairs.map(({ chair }) => chair.powerOn()));
  const reported: Reported = {
    starts: [],
    stopped: [],
    refunded: [],
    noticesAccepted: [],
    unexpected: [],
    obtained: [],
    refused: 0,
  };
  const hostile = {
    guest: await world.consumer(),
    chair: makeHostileChair(environment.mqtt.url, await world.device(outlet)),
    foreignSales: new Map<string, string | undefined>(),
  };
  return {
    environment,
    schedule,
    outlet,
    manager,
    consumers,
    coupons,
    cashCoupons,
    chairs,
    reported,
    hostile,
    busy: new Set(),
    since,
  };
}

function makeChair(
  environment: Environment,
  quick: boolean,
  credentials?: { deviceId: string; secret: string },
): SceneChair {
  if (!credentials) throw new Error('a chair without a secret');
  const written: ChairEvent[] = [];
  const chair = new Chair({
    brokerUrl: environment.mqtt.url,
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

/** Powers all chairs off. */
export async function clearScene({ chairs }: Scene): Promise<void> {
  await Promise.all(chairs.map(({ chair }) => chair.powerOff()));
}
