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
/** The running version. An image has no repository, so `COMMIT` names the commit there. */
export const build = { version, commit: process.env.COMMIT || commitOf(root) };

/** What every part needs. */
export interface Base {
  env: Env;
  /** The operator of this installation. */
  brand: Brand;
  clock: Clock;
  timing: Timing;
  log: Log;
  metrics: Metrics;
  listener: Listener;
  /** The pool for people's calls and streams. */
  requestPool: Pool;
  /** The pool for chairs' reports and due work, which never waits for people's queries. */
  chairPool: Pool;
  /** The wallets that identify their user; by default those among the payment providers. */
  wallets: readonly Wallet[] | undefined;
  /** Called for each chair whose page is opened, with the user agent. */
  onChairPage: ((deviceId: string, userAgent: string) => void) | undefined;
  /** Maximum number of connections. */
  connections: { http: number; chairs: number };
  /** The address of this server, once it listens. */
  ownUrl: () => string;
}
