import { platform } from 'node:os';
import { join } from 'node:path';
import { demoCrowd } from '@recline/server/demo/crowd';
import { keepFilled } from '@recline/server/demo/demo';
import { refusedRefund } from '@recline/server/demo/waiting';
import { demoApp } from '@recline/server/demo/words';
import type { Server } from '@recline/server/main';
import { type Clock, systemClock } from '@recline/server/platform/clock';
import type { Env } from '@recline/server/platform/env';
import { isEverywhere } from '@recline/server/platform/hosts';
import type { Log } from '@recline/server/platform/log';
import { type Crowd, startCrowd } from '@recline/simulator/crowd/crowd';
import { CallRefused } from '@recline/simulator/crowd/phone';
import type { Fleet } from '@recline/simulator/fleet';

/** Simulated guests and managers for the demo of `npm start`. */

const keepFilledEveryMs = 60_000;
const leftAloneMs = 10 * 60_000;

/**
 * The crowd calls from an address of its own, so that it does not use up the limits of real people. Only Linux has more
 * than one, and only of IPv4.
 */
const crowdAddress = ({ HOST }: Env): string | undefined =>
  platform() === 'linux' && (isEverywhere(HOST) || !HOST.includes(':')) ? '127.77.0.1' : undefined;

/** Only the demo of this machine: an outside database must not be changed. */
export const hasCrowd = (env: Env): boolean =>
  env.DEMO && env.DEMO_GUESTS && env.DATABASE_URL === undefined && env.SIMULATED_CHAIRS !== 0;

/** Chairs that a person has opened. The crowd avoids them for ten minutes, and always avoids one of them. */
export function makeLeftAlone(always: () => string | undefined, clock: Clock = systemClock) {
  const until = new Map<string, number>();
  return {
    opened(deviceId: string, userAgent: string): void {
      if (userAgent !== demoApp) until.set(deviceId, clock().getTime() + leftAloneMs);
    },
    isLeftAlone: (deviceId: string) => deviceId === always() || clock().getTime() < (until.get(deviceId) ?? 0),
  };
}

interface CrowdParts {
  server: Server;
  env: Env;
  fleet: Fleet;
  log: Log;
  isLeftAlone(deviceId: string): boolean;
}

export async function startDemoCrowd({ server, env, fleet, log, isLeftAlone }: CrowdParts): Promise<Crowd> {
  const { url, pool } = server;
  const crowd = await startCrowd({
    url,
    localAddress: crowdAddress(env),
    places: await demoCrowd(pool),
    app: demoApp,
    chairs: fleet.chairs,
    isLeftAlone,
    sessionsFile: join(env.DATA_DIR, 'demo-sessions.json'),
    refundToAsk: await refusedRefund(pool),
    // A chair that is taken or does not start is normal here.
    onError: (error) => log[error instanceof CallRefused ? 'debug' : 'warn']({ err: error }, 'a simulated guest left'),
  });
  const keep = () =>
    void keepFilled(pool, new Date()).catch((error: unknown) => log.warn({ err: error }, 'the demo was not marked'));
  const keeping = setInterval(keep, keepFilledEveryMs);
  return {
    async stop() {
      clearInterval(keeping);
      await crowd.stop();
      await keepFilled(pool, new Date());
    },
  };
}
