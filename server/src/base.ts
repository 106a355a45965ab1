import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Wallet } from './features/session/index.ts';
import { commitOf } from './platform/build-info.ts';
import type { Clock } from './platform/clock.ts';
import type { Pool } from './platform/db.ts';
import type { Env } from './platform/env.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Listener } from './platform/notify.ts';
import type { Brand } from './platform/operator.ts';
import type { Timing } from './timing.ts';

export const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
/** What runs. An image has no repository: there `COMMIT` says it. */
export const build = { version, commit: process.env.COMMIT || commitOf(root) };

/** What every part is made from. */
export interface Base {
  env: Env;
  /** Whose installation this is. */
  brand: Brand;
  clock: Clock;
  timing: Timing;
  log: Log;
  metrics: Metrics;
  listener: Listener;
  /** For people's calls and streams. */
  requestPool: Pool;
  /** For what chairs report and what is due: never waits behind what people look at. */
  chairPool: Pool;
  /** The payment apps that say who their user is; by default those among the payment providers. */
  wallets: readonly Wallet[] | undefined;
  /** Told of each chair that somebody looks at, and with which program. */
  onChairPage: ((deviceId: string, userAgent: string) => void) | undefined;
  /** How many connections there may be. */
  connections: { http: number; chairs: number };
  /** Where this server is reached, once it listens. */
  ownUrl: () => string;
}
