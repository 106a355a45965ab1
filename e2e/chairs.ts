import { Chair, type ChairOptions } from '@recline/simulator/chair';
import { type FaultTimes, faultTimes } from '@recline/simulator/faults';
import type { Outlet } from '../server/src/testing/world.ts';
import { expect, test as withApp } from './fixtures.ts';

export { expect } from './fixtures.ts';

/** As the faults last in use, and in proportion to the deadlines of a server in a hurry. */
const hurriedTimes: FaultTimes = { ...faultTimes, late: 4_000, dropped: 500, dark: 400 };

type Tuning = Partial<ChairOptions> & { name?: string };

interface ChairFixtures {
  /** A simulated chair of the outlet, switched on and known to the server as online. */
  chairAt(outlet: Outlet, tuning?: Tuning): Promise<Chair>;
}

/** The tests that need chairs: each has its own, which are switched off when it is over. */
export const test = withApp.extend<ChairFixtures>({
  chairAt: async ({ app, usualPace }, use) => {
    const chairs: Chair[] = [];
    const usual = { brokerUrl: app.mqttUrl, replayWait: 200, faultTimes: usualPace ? faultTimes : hurriedTimes };
    await use(async (outlet, { name, deviceId, ...tuning } = {}) => {
      const credentials = await app.world.device(outlet, { name, id: deviceId });
      const chair = new Chair({ ...usual, ...credentials, ...tuning });
      chairs.push(chair);
      await chair.powerOn();
      const isOnline = async () => {
        const { rows } = await app.pool.query('SELECT online FROM devices WHERE id = $1', [chair.deviceId]);
        return rows[0]?.online;
      };
      await expect.poll(isOnline).toBe(true);
      return chair;
    });
    await Promise.all(chairs.map((chair) => chair.powerOff()));
  },
});
