import type { ChairEvent } from '@recline/contract/topics';
import { type FaultTimes, faultTimes } from './faults.ts';
import type { Run } from './memory.ts';

export interface ChairOptions {
  brokerUrl: string;
  deviceId: string;
  secret: string;
  /** How long a minute of massage lasts; 60, or less for tests and demos. */
  secondsPerMinute?: number;
  heartbeatSeconds?: number;
  /** The maximum random delay before a replay, and its rate. */
  replayWait?: number;
  replaysPerSecond?: number;
  /** The delay before a reconnect. */
  reconnectAfter?: number;
  /** How long its faults last. */
  faultTimes?: FaultTimes;
  /** Its stored state: how often it was switched on, and its coin meter. */
  bootId?: number;
  totalCoins?: number;
  /** The fault that it has when it is switched on. */
  faultCode?: string | undefined;
  /** The order that it runs when switched on, as if it had never been off. */
  run?: Run | undefined;
  /** Called with every event when it is stored. */
  onEvent?: (event: ChairEvent) => void;
}

export const withDefaults = (options: ChairOptions): Required<Omit<ChairOptions, 'run' | 'faultCode'>> => ({
  secondsPerMinute: 60,
  heartbeatSeconds: 30,
  replayWait: 3_000,
  replaysPerSecond: 5,
  reconnectAfter: 1_000,
  faultTimes,
  onEvent: () => {},
  bootId: 0,
  totalCoins: 0,
  ...options,
});
