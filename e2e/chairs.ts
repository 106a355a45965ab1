import { Chair, type ChairOptions } from '@recline/simulator/chair';
import type { Outlet } from '../server/src/testing/world.ts';
import { expect, test as withApp } from './fixtures.ts';

export { expect } from './fixtures.ts';

type Tuning = Partial<ChairOptions> & { name?: string };

interface ChairFixtures {
  /** A simulated chair of the outlet, switched on and known to the server as online. */
  chairAt(outlet: Outlet, tuning?: Tuning): Promise<Chair>;
}

/** The tests that need chairs: each has its own, which are switched off when it is over. */
export const test = withApp.extend<ChairFixtures>({
  chairAt: async ({ app }, use) => {
    const chairs: Chair[] = [];
    await use(async (outlet, { name, deviceId, ...tuning } = {}) => {
      const credentials = await app.world.device(outlet, { name, id: deviceId });
      const chair = new Chair({ brokerUrl: app.mqttUrl, replayWait: 200, ...credentials, ...tuning });
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
