import { systemClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { makeLogLimit } from '../platform/log-limit.ts';

/** Logs problems of the connections to a broker; shared by all of them, so that each cause is logged once. */
export interface ConnectionLog {
  failed(error: Error): void;
  connected(): void;
}

/** A wrong certificate or an unreachable broker fails every attempt, twice a second on each connection. */
export function makeConnectionLog(log: Log, clock = systemClock): ConnectionLog {
  const admit = makeLogLimit(clock, { perKey: 1, inAll: 5 });
  let isAway = false;
  return {
    failed({ message }) {
      isAway = true;
      const logged = admit(message);
      if (logged) log.warn({ error: message, ...logged }, 'no connection to the broker; retrying');
    },
    connected() {
      if (isAway) log.info('the broker is connected again');
      isAway = false;
    },
  };
}
