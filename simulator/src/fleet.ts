import { Chair, type ChairOptions } from './chair.ts';

type OfOneChair = 'deviceId' | 'secret' | 'bootId' | 'totalCoins' | 'run' | 'faultCode';

export interface FleetOptions extends Omit<ChairOptions, OfOneChair> {
  chairs: Pick<ChairOptions, OfOneChair>[];
  /** How many connect at the same time. */
  atOnce?: number;
}

export interface Fleet {
  chairs: Map<string, Chair>;
  stop(): Promise<void>;
}

/** Switches on many chairs; resolves when all of them are connected. */
export async function startFleet({ chairs: credentials, atOnce = 50, ...shared }: FleetOptions): Promise<Fleet> {
  const chairs = new Map(credentials.map((each) => [each.deviceId, new Chair({ ...shared, ...each })]));
  const stop = async () => {
    await Promise.all([...chairs.values()].map((chair) => chair.powerOff()));
  };
  try {
    const waiting = [...chairs.values()];
    const worker = async () => {
      for (let chair = waiting.shift(); chair; chair = waiting.shift()) await chair.powerOn();
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return { chairs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
