import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, Step } from './actions.ts';
import { hostileChair } from './chair-tricks.ts';
import { hostileGuest } from './hostile-guest.ts';
import { hostilePayer } from './hostile-payer.ts';
import { goodNetwork } from './mqtt-proxy.ts';
import * as people from './people.ts';
import type { Scene, SceneChair } from './scene.ts';

type Play = { [K in Action['do']]: (scene: Scene, step: Extract<Action, { do: K }>) => Promise<unknown> };

/** Runs a schedule: every step at its time, without waiting for those before it. */
export async function play(scene: Scene): Promise<void> {
  const startedAt = Date.now();
  for (const step of scene.schedule.steps) {
    await sleep(Math.max(0, startedAt + step.at - Date.now()));
    const work = perform(scene, step).catch((error: Error) => {
      scene.reported.unexpected.push(`the simulation itself failed at ${step.do}: ${error.stack ?? error.message}`);
    });
    scene.busy.add(work);
    void work.then(() => scene.busy.delete(work));
  }
}

const perform = (scene: Scene, step: Step): Promise<unknown> =>
  (plays[step.do] as (scene: Scene, step: Action) => Promise<unknown>)(scene, step);

const plays: Play = {
  start: people.start,
  stop: (scene, { chair, by }) => people.stop(scene, chair, by),
  refund: (scene, { chair, share }) => people.refund(scene, chair, share),
  coin: async (scene, { chair, coins, when }) => {
    const anHourAgo = when === 'earlier' ? { at: new Date(Date.now() - 3600_000) } : {};
    const coin = { coins, amount: coins * 100, currency: 'CNY', minutes: 5 * coins, ...anHourAgo } as const;
    const place = at(scene, chair);
    if (place.away !== 'unpowered') place.chair.insertCoin(coin);
  },
  reboot: (scene, step) => leave(at(scene, step.chair), 'unpowered', step.for),
  unplug: (scene, step) => leave(at(scene, step.chair), 'unplugged', step.for),
  break: async (scene, step) => {
    const { chair, away } = at(scene, step.chair);
    if (away === 'unpowered') return;
    chair.breakDown('E42');
    await sleep(step.for);
    chair.repair();
  },
  misbehave: async (scene, step) => {
    const { chair } = at(scene, step.chair);
    chair.faults.add(step.fault);
    await sleep(step.for);
    chair.faults.delete(step.fault);
  },
  cut: async ({ environment, chairs }, { chair }) =>
    environment.mqtt.cut(chair === undefined ? undefined : chairs[chair]?.chair.deviceId),
  network: async ({ environment }, step) => {
    Object.assign(environment.mqtt.network, step.network);
    await sleep(step.for);
    Object.assign(environment.mqtt.network, goodNetwork);
    environment.mqtt.cutLossy();
  },
  'database cut': async ({ environment }) => environment.database.cut(),
  'database refuses': async ({ environment }, step) => {
    environment.database.refusing = true;
    environment.database.cut();
    await sleep(step.for);
    environment.database.refusing = false;
  },
  'database stalls': async ({ environment }, step) => environment.database.stall(step.for),
  'commits lost': async ({ environment }, { count }) => environment.database.loseCommits(count),
  'statements cancelled': async ({ environment }) =>
    environment.pool.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'recline' AND state <> 'idle'`, // excludes connections of the tests
    ),
  'orders locked': async ({ environment }, step) => {
    const client = await environment.pool.connect();
    try {
      await client.query('BEGIN; SET LOCAL lock_timeout = 500; LOCK TABLE orders IN EXCLUSIVE MODE');
      await sleep(step.for);
    } catch {
      // Another transaction holds the lock: that is a separate fault.
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
  'provider fails': async ({ environment: { providers } }, { provider, operation, fault, times }) =>
    providers.faults.plan(provider, operation, fault, times),
  'notices fail': async ({ environment: { providers } }, { provider, fault, times }) =>
    providers.faults.planNotice(provider, fault, times),
  'refunds wait': async ({ environment: { providers } }, { fate, afterMs }) => {
    providers.faults.planRefund('wechat', fate, afterMs);
    providers.faults.planRefund('stripe', fate, afterMs);
    providers.faults.planRefund('alipay', 'done', afterMs); // it gives no notice of a failed refund
  },
  crash: ({ environment }, { downFor }) => environment.crash(downFor),
  'hostile guest': hostileGuest,
  'hostile payer': hostilePayer,
  'hostile chair': hostileChair,
};

function at({ chairs }: Scene, index: number): SceneChair {
  const found = chairs[index];
  if (!found) throw new Error(`there is no chair ${index}`);
  return found;
}

/** Does nothing if the chair is offline already. */
async function leave(place: SceneChair, how: 'unpowered' | 'unplugged', milliseconds: number): Promise<void> {
  if (place.away) return;
  const { chair } = place;
  place.away = how;
  await (how === 'unpowered' ? chair.powerOff() : chair.dropConnection());
  await sleep(milliseconds);
  place.away = undefined;
  void (how === 'unpowered' ? chair.powerOn() : chair.connect());
}
