import './platform/check-machine.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Base, build } from './base.ts';
import { brokerModule, composeChairs } from './compose-chairs.ts';
import { composeHttp } from './compose-http.ts';
import { fillDemo, fillDemoGap } from './demo/demo.ts';
import { type HistoryFilled, makeHistory } from './demo/history.ts';
import type { Wallet } from './features/session/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { claimDataDir, closeDataDir, keepFilesPrivate, refuseOthersFolder } from './platform/data-dir.ts';
import { makePool, type Pool, serverConnections } from './platform/db.ts';
import { type Env, readEnv, refusalOfPretence } from './platform/env.ts';
import { loadSettings } from './platform/env-file.ts';
import { isLoopback, lanUrl, reachedAt } from './platform/hosts.ts';
import { makeApp } from './platform/http/app.ts';
import { isMain } from './platform/is-main.ts';
import { type Log, makeLog } from './platform/log.ts';
import { makeMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { type Module, type RunningModules, runModules } from './platform/modules.ts';
import { listen } from './platform/notify.ts';
import { connectionsWithin, openFileLimit } from './platform/open-files.ts';
import { readBrand } from './platform/operator.ts';
import { startPostgres } from './platform/postgres/embedded.ts';
import { listenOptions, type SharedPort, shareListening } from './platform/reuse-port.ts';
import { within } from './platform/schedule.ts';
import { startFailure } from './platform/start-failure.ts';
import { unexpectedErrors } from './platform/unexpected.ts';
import { startWarnings } from './start-warnings.ts';
import { type Timing, usualTiming } from './timing.ts';

const readyTimeoutMs = 2_000;

export interface Server {
  /** The server's address for this machine. */
  url: string;
  publicUrl: string;
  databaseUrl: string;
  /** The chairs' address for this machine. */
  mqttUrl: string;
  pool: Pool;
  stop(): Promise<void>;
}

export interface ServerOptions {
  clock?: Clock;
  log?: Log;
  timing?: Timing;
  /** Overrides the wallets among the payment providers. */
  wallets?: readonly Wallet[];
  /** Ends the process after the server had to stop. Without it, uncaught errors are left to the process. */
  end?(code: number): void;
  /** Called when the demo's year is complete; it is filled while the server runs. */
  onDemoFilled?(filled: HistoryFilled): void;
  /** Called with the chair whose page is opened, and the user agent. */
  onChairPage?(deviceId: string, userAgent: string): void;
}

/** Starts the whole server: a list of modules, each after its dependencies. */
export async function startServer(env: Env, options: ServerOptions = {}): Promise<Server> {
  const { clock = systemClock, log = makeLog(env.LOG_LEVEL), timing = usualTiming, wallets, onChairPage } = options;
  const refusal = refusalOfPretence(env);
  if (refusal) throw new Error(refusal);
  const brand = await readBrand(env);
  const modules = runModules({ log, timing: timing.modules });
  try {
    const databaseUrl = await startDatabase(env, log, modules);
    const address = { url: '' };
    const given = { env, brand, clock, log, timing, wallets, onChairPage, ownUrl: () => address.url };
    const base = await openBase(given, databaseUrl, modules);
    if (options.end) await modules.add(errorsEnding(base, modules, options.end));
    const chairs = await composeChairs(base);
    const http = await startHttp(base, chairs, modules);
    address.url = http.url;
    const broker = brokerModule(chairs.broker, env);
    const rest: Module[] = [
      { name: 'migrations', start: () => migrate(databaseUrl, log) },
      ...(env.DEMO ? [{ name: 'demo', start: () => fillDemo(databaseUrl, clock, log) }] : []),
      ...chairs.modules,
      ...(env.DEMO ? [{ name: 'demo gap', start: () => fillDemoGap(databaseUrl, clock, log) }] : []),
      broker,
      ...http.cleanUps,
      // Stops first, so that calls in progress finish while everything that they need still runs.
      { name: 'calls', start: http.open, stop: http.close },
      ...(env.DEMO ? [{ name: 'demo history', ...makeHistory(databaseUrl, clock, log, options.onDemoFilled) }] : []),
    ];
    for (const module of rest) await modules.add(module);
    const { url } = address;
    const publicUrl = env.PUBLIC_URL ?? (isLoopback(env.HOST) ? url : lanUrl(url));
    const mqttUrl = broker.url();
    for (const warning of startWarnings(env)) log.warn(warning);
    log.info({ url, publicUrl, mqttUrl }, 'listening');
    return { url, publicUrl, databaseUrl, mqttUrl, pool: base.requestPool, stop: modules.stop };
  } catch (error) {
    await modules.stop();
    throw error;
  }
}

function errorsEnding({ log, metrics }: Base, modules: RunningModules, end: (code: number) => void): Module {
  const stop = () => modules.stop().finally(() => end(1));
  return unexpectedErrors({ log, metrics, stop });
}

/** An outside PostgreSQL, or our own in the data folder. */
async function startDatabase(env: Env, log: Log, modules: RunningModules): Promise<string> {
  if (env.DATABASE_URL) {
    await refuseOthersFolder(env.DATA_DIR);
    if (existsSync(env.DATA_DIR)) await closeToOthers(env.DATA_DIR, log);
    return env.DATABASE_URL;
  }
  const release = await claimDataDir(env.DATA_DIR);
  await modules.add({ name: 'data folder', stop: release });
  await closeToOthers(env.DATA_DIR, log);
  const usual = join(env.DATA_DIR, 'postgres');
  const postgres = await startPostgres(usual, log);
  const { directory } = postgres;
  if (directory !== usual)
    log.warn({ directory }, 'the database is kept here: its user has no access to the folders above DATA_DIR');
  await modules.add({ name: 'postgres', stop: postgres.stop });
  return postgres.url;
}

/** The server also runs on a file system that refuses this, such as a read-only one. */
const closeToOthers = (directory: string, log: Log) =>
  closeDataDir(directory).catch((error) =>
    log.warn({ err: error, directory }, 'the data folder could not be made private'),
  );

type Given = Pick<Base, 'env' | 'brand' | 'clock' | 'log' | 'timing' | 'wallets' | 'onChairPage' | 'ownUrl'>;

async function openBase(given: Given, databaseUrl: string, modules: RunningModules): Promise<Base> {
  const requestPool = makePool(databaseUrl, { max: serverConnections.requests, keepOpen: true });
  await modules.add({ name: 'request pool', stop: () => requestPool.end() });
  const chairPool = makePool(databaseUrl, { max: serverConnections.chairs, keepOpen: true, byIndex: true });
  await modules.add({ name: 'chair pool', stop: () => chairPool.end() });
  const listener = await listen(databaseUrl, given.log);
  await modules.add({ name: 'listener', stop: listener.stop });
  const connections = connectionsWithin(given.env.MAX_CONNECTIONS, openFileLimit());
  return { ...given, metrics: makeMetrics(), listener, requestPool, chairPool, connections };
}

/** The HTTP server listens before the rest starts, and answers calls with 503 until then. */
async function startHttp(base: Base, chairs: Awaited<ReturnType<typeof composeChairs>>, modules: RunningModules) {
  const { env, log, metrics, requestPool } = base;
  let started = false;
  const readiness = async () => ({
    started,
    database: await answers(requestPool),
    broker: chairs.gateway.connected(),
  });
  const maxConnections = base.connections.http;
  if (maxConnections < env.MAX_CONNECTIONS && !env.DEMO)
    log.warn({ maxConnections }, 'fewer connections, because the number of open files is limited');
  const app = await makeApp({
    log,
    metrics,
    trustProxy: env.TRUST_PROXY,
    started: () => started,
    health: { build, readiness },
    maxConnections,
  });
  const cleanUps = await composeHttp(app, base, chairs);
  const shared = await listenOn(app, env);
  let closing: Promise<unknown> | undefined;
  const close = () => {
    closing ??= Promise.all([shared.close(), app.close()]);
    return closing;
  };
  await modules.add({ name: 'http', stop: () => (closing ? undefined : close()) });
  const open = () => {
    started = true;
  };
  return { url: `http://${reachedAt(env.HOST)}:${shared.port}`, cleanUps, open, close };
}

async function listenOn(app: FastifyInstance, env: Env): Promise<SharedPort> {
  await app.listen(await listenOptions(env.HOST, env.PORT));
  return shareListening(app.server, env.HOST);
}

const answers = (pool: Pool): Promise<boolean> =>
  within(readyTimeoutMs, pool.query({ name: 'ready', text: 'SELECT 1' })).then(
    () => true,
    () => false, // the answer tells the caller: not ready
  );

/** `node server/src/main.ts` runs one server, as a service manager would. */
if (isMain(import.meta)) {
  let env: Env | undefined;
  try {
    loadSettings();
    keepFilesPrivate();
    env = readEnv(process.env);
    const starting = startServer(env, { log: makeLog(env.LOG_LEVEL), end: process.exit });
    const stop = async () => {
      await (await starting).stop();
      process.exit(0);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
    await starting;
  } catch (error) {
    makeLog('fatal').fatal(startFailure(error, env));
    process.exit(1);
  }
}
