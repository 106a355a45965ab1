import { setTimeout as sleep } from 'node:timers/promises';
import { fairWeather } from './mqtt-proxy.ts';
import * as people from './people.ts';
import type { Scene, SceneChair } from './scene.ts';
import type { Happening, Step } from './schedule.ts';

type Play = { [K in Happening['do']]: (scene: Scene, step: Extract<Happening, { do: K }>) => Promise<unknown> };

/** Plays a schedule: every step at its time, each without waiting for those before it. */
export async function play(scene: Scene): Promise<void> {
  const begun = Date.now();
  for (const step of scene.schedule.steps) {
    await sleep(Math.max(0, begun + step.at - Date.now()));
    const work = perform(scene, step).catch((error: Error) => {
      scene.told.faulty.push(`the simulation itself failed at ${step.do}: ${error.stack ?? error.message}`);
    });
    scene.busy.add(work);
    void work.then(() => scene.busy.delete(work));
  }
}

const perform = (scene: Scene, step: Step): Promise<unknown> =>
  (plays[step.do] as (scene: Scene, step: Happening) => Promise<unknown>)(scene, step);

const plays: Play = {
  start: people.start,
  stop: (scene, { chair, by }) => people.stop(scene, chair, by),
  refund: (scene, { chair }) => people.refund(scene, chair),
  coin: async (scene, { chair, coins, when }) => {
    const anHourAgo = when === 'earlier' ? { at: new Date(Date.now() - 3600_000) } : {};
    const coin = { coins, amount: coins * 100, currency: 'CNY', minutes: 5 * coins, ...anHourAgo } as const;
    const place = at(scene, chair);
    if (place.away !== 'dark') place.chair.insertCoin(coin);
  },
  reboot: (scene, step) => leave(at(scene, step.chair), 'dark', step.for),
  unplug: (scene, step) => leave(at(scene, step.chair), 'unplugged', step.for),
  break: async (scene, step) => {
    const { chair, away } = at(scene, step.chair);
    if (away === 'dark') return;
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
  cut: async ({ slot, chairs }, { chair }) =>
    slot.mqtt.cut(chair === undefined ? undefined : chairs[chair]?.chair.deviceId),
  weather: async ({ slot }, step) => {
    Object.assign(slot.mqtt.weather, step.weather);
    await sleep(step.for);
    Object.assign(slot.mqtt.weather, fairWeather);
    slot.mqtt.cutLossy();
  },
  'database cut': async ({ slot }) => slot.database.cut(),
  'database refuses': async ({ slot }, step) => {
    slot.database.refusing = true;
    slot.database.cut();
    await sleep(step.for);
    slot.database.refusing = false;
  },
  'database stalls': async ({ slot }, step) => slot.database.stall(step.for),
  'commits lost': async ({ slot }, { count }) => slot.database.loseCommits(count),
  'statements cancelled': async ({ slot }) =>
    slot.pool.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'recline' AND state <> 'idle'`, // not our own
    ),
  'orders locked': async ({ slot }, step) => {
    const client = await slot.pool.connect();
    try {
      await client.query('BEGIN; SET LOCAL lock_timeout = 500; LOCK TABLE orders IN EXCLUSIVE MODE');
      await sleep(step.for);
    } catch {
      // Others hold it too long: then they are the trouble.
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
  crash: ({ slot }, { downFor }) => slot.crash(downFor),
};

function at({ chairs }: Scene, index: number): SceneChair {
  const found = chairs[index];
  if (!found) throw new Error(`there is no chair ${index}`);
  return found;
}

/** A chair that is away already stays so. */
async function leave(place: SceneChair, how: 'dark' | 'unplugged', milliseconds: number): Promise<void> {
  if (place.away) return;
  const { chair } = place;
  place.away = how;
  await (how === 'dark' ? chair.powerOff() : chair.dropConnection());
  await sleep(milliseconds);
  place.away = undefined;
  void (how === 'dark' ? chair.powerOn() : chair.connect());
}
