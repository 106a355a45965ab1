import { systemClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { makeLogLimit } from '../platform/log-limit.ts';

/** What the connections to a broker report; shared by all of them, so that one cause is logged once. */
export interface ConnectionLog {
  failed(error: Error): void;
  connected(): void;
}

/** A wrong certificate or a broker that is away fails every attempt, twice a second on each connection. */
export function makeConnectionLog(log: Log, clock = systemClock): ConnectionLog {
  const admit = makeLogLimit(clock, { perKey: 1, inAll: 5 });
  let isAway = false;
  return {
    failed({ message }) {
      isAway = true;
      const logged = admit(message);
      if (logged) log.warn({ error: message, ...logged }, 'no connection to the broker; it is tried again');
    },
    connected() {
      if (isAway) log.info('the broker is connected again');
      isAway = false;
    },
  };
}
