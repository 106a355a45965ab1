import { Chair, type ChairOptions } from '@recline/simulator/chair';
import { type FaultTimes, faultTimes } from '@recline/simulator/faults';
import type { Outlet } from '../server/src/testing/world.ts';
import { expect, test as withApp } from './fixtures.ts';

export { expect } from './fixtures.ts';

/** Fault durations in proportion to the shorter timeouts of the test server. */
const shortFaultTimes: FaultTimes = { ...faultTimes, late: 4_000, dropped: 500, dark: 400 };

type ChairSetup = Partial<ChairOptions> & { name?: string };

export type ChairAt = ChairFixtures['chairAt'];

interface ChairFixtures {
  /** A simulated chair of the outlet, powered on and online. */
  chairAt(outlet: Outlet, setup?: ChairSetup): Promise<Chair>;
}

/** For tests with chairs: each test has its own, powered off at its end. */
export const test = withApp.extend<ChairFixtures>({
  chairAt: async ({ app, realTimeouts }, use) => {
    const chairs: Chair[] = [];
    const usual = { brokerUrl: app.mqttUrl, replayWait: 200, faultTimes: realTimeouts ? faultTimes : shortFaultTimes };
    await use(async (outlet, { name, deviceId, ...setup } = {}) => {
      const credentials = await app.world.device(outlet, { name, id: deviceId });
      const chair = new Chair({ ...usual, ...credentials, ...setup });
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
