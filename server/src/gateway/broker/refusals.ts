import type { Client } from 'aedes';
import { systemClock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { makeLogLimit } from '../../platform/log-limit.ts';
import type { Metrics } from '../../platform/metrics.ts';

export const maxClientIdChars = 64;
/** Refused subscriptions of one connection. */
const maxRefusals = 5;

/** Counts and logs what the broker refuses. */
export type Refuse = (deviceId: string | null, topic: string, why: string) => void;

export function makeRefuse(log: Log, metrics: Metrics): Refuse {
  const admitToLog = makeLogLimit(systemClock, { perKey: 3, inAll: 60 });
  return (deviceId, topic, why) => {
    metrics.chairMessages.inc({ topic, outcome: 'refused' });
    const id = deviceId?.slice(0, maxClientIdChars) ?? null;
    const logged = admitToLog(`${id} ${topic}`);
    if (logged) log.warn({ deviceId: id, why, ...logged }, 'refused a chair');
  };
}

/** Disconnects a client that is refused repeatedly. */
export function makeRefusalCount(): (client: Client) => void {
  const refusals = new WeakMap<Client, number>();
  return (client) => {
    const count = (refusals.get(client) ?? 0) + 1;
    refusals.set(client, count);
    if (count >= maxRefusals) client.close();
  };
}
