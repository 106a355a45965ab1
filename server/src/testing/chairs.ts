import { Chair, type ChairOptions } from '@recline/simulator/chair';
import { afterAll } from 'vitest';
import { watch } from './last-seen.ts';
import type { TestServer } from './start.ts';
import type { Outlet } from './world.ts';

type Tuning = Partial<Omit<ChairOptions, 'brokerUrl' | 'deviceId' | 'secret'>>;

/**
 * Simulated chairs for the tests of a file: `const connectChair = useChairs(server);`. Each is connected and online;
 * all are powered off after the tests.
 */
export function useChairs(server: () => TestServer) {
  const chairs: Chair[] = [];
  afterAll(async () => {
    await Promise.all(chairs.map((chair) => chair.powerOff()));
  });
  return async (outlet: Outlet, tuning: Tuning = {}): Promise<Chair> => {
    const credentials = await server().world.device(outlet);
    const chair = new Chair({ brokerUrl: server().mqttUrl, replayWait: 200, ...credentials, ...tuning });
    chairs.push(chair);
    await chair.powerOn();
    await until(async () => (await deviceOf(server(), chair.deviceId))?.online === true);
    return chair;
  };
}

export async function deviceOf(server: TestServer, deviceId: string) {
  const { rows } = await server.pool.query<{ online: boolean; fault_code: string | null }>(
    'SELECT * FROM devices WHERE id = $1',
    [deviceId],
  );
  return rows[0];
}

/** Long enough for a busy machine: only a test that fails waits for all of it. Mutants have most tests fail. */
const patienceMs = Number(process.env.TEST_PATIENCE_MS ?? 120_000);

/** Polls until `look` finds something. At the deadline it throws with the last values that `look` read. */
export async function until<T>(look: () => Promise<T | undefined | false>, within = patienceMs): Promise<T> {
  for (const deadline = Date.now() + within; ; ) {
    const { found, seen } = await watch(look);
    if (found !== undefined && found !== false) return found as T;
    if (Date.now() > deadline) throw new Error(`not within ${within} ms: ${look.toString()}\nlast seen: ${seen()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
