import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { wireChairs } from './chairs.ts';
import { fillDemo } from './demo/demo.ts';
import { servePictures } from './demo/pictures.ts';
import { deviceHandlers } from './features/devices/devices.routes.ts';
import { makeDevices } from './features/devices/devices.service.ts';
import { dictionaryHandlers } from './features/dictionary/dictionary.routes.ts';
import { feedbackHandlers } from './features/feedback/feedback.routes.ts';
import { makeFeedback } from './features/feedback/feedback.service.ts';
import { orderListHandlers } from './features/orders/order-list.routes.ts';
import { makeOrderList } from './features/orders/order-list.service.ts';
import { outletHandlers } from './features/outlets/outlets.routes.ts';
import { makeOutlets } from './features/outlets/outlets.service.ts';
import { revenueHandlers } from './features/revenue/revenue.routes.ts';
import { makeRevenue } from './features/revenue/revenue.service.ts';
import { sessionHandlers } from './features/session/session.routes.ts';
import { makeSessions } from './features/session/session.service.ts';
import { logSms } from './features/session/sms.ts';
import { makeFileHost } from './features/uploads/file-host.ts';
import { uploadHandlers } from './features/uploads/uploads.routes.ts';
import { makeUploads } from './features/uploads/uploads.service.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { claimDataDir } from './platform/data-dir.ts';
import { makePool, type Pool } from './platform/db.ts';
import { type Env, readEnv } from './platform/env.ts';
import { makeApp } from './platform/http/app.ts';
import type { FindCaller } from './platform/http/caller.ts';
import { type Handlers, registerCalls } from './platform/http/calls.ts';
import { serveDocs } from './platform/http/docs.ts';
import { makeLoadShedding } from './platform/http/load-shedding.ts';
import { serveWeb } from './platform/http/web.ts';
import { type Log, makeLog } from './platform/log.ts';
import { makeMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { listen } from './platform/notify.ts';
import { type Pace, usualPace } from './platform/pace.ts';
import { startPostgres } from './platform/postgres/embedded.ts';
import { listenOptions, type SharedPort, shareListening } from './platform/reuse-port.ts';
import { every, within } from './platform/schedule.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const readyWithin = 2_000;
const stopWithin = 30_000;

export interface Server {
  /** Where the server listens, as this machine reaches it. */
  url: string;
  publicUrl: string;
  databaseUrl: string;
  /** Where chairs connect, as this machine reaches it. */
  mqttUrl: string;
  pool: Pool;
  stop(): Promise<void>;
}

/** Everything is wired together here, and nowhere else. */
export async function startServer(env: Env, options: { clock?: Clock; log?: Log; pace?: Pace } = {}): Promise<Server> {
  const { clock = systemClock, log = makeLog(env.LOG_LEVEL), pace = usualPace } = options;
  const cleanups: (() => Promise<unknown>)[] = [];
  /** The last that started stops first. One that fails to stop, or never ends, does not keep the others running. */
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) {
      await within(stopWithin, cleanup()).catch((error) => log.error({ err: error }, 'a part did not stop cleanly'));
    }
  };
  try {
    if (!env.DATABASE_URL) cleanups.push(await claimDataDir(env.DATA_DIR));
    const postgres = env.DATABASE_URL ? undefined : await startPostgres(join(env.DATA_DIR, 'postgres'), log);
    if (postgres) cleanups.push(postgres.stop);
    const databaseUrl = env.DATABASE_URL ?? postgres?.url ?? '';
    const pool = makePool(databaseUrl, { min: 2 });
    cleanups.push(() => pool.end());
    // What chairs say, and what is due, never waits behind what people look at.
    const chairPool = makePool(databaseUrl, { max: 10, min: 2, byIndex: true });
    cleanups.push(() => chairPool.end());

    let started = false;
    const metrics = makeMetrics();
    const listener = await listen(databaseUrl, log);
    cleanups.push(() => listener.stop());
    let url = '';
    const chairs = await wireChairs({
      env,
      pool: chairPool,
      callPool: pool,
      clock,
      pace,
      log,
      metrics,
      listener,
      ownUrl: () => url,
    });
    cleanups.push(() => chairs.stop());
    const ready = async () => started && chairs.connected() && (await answers(pool));
    const app = await makeApp({ log, metrics, trustProxy: env.TRUST_PROXY, started: () => started, ready });
    const sessions = makeSessions({ pool, listener, clock, sendSms: logSms(log) });
    const outlets = makeOutlets({ pool, clock, currency: env.APP_CURRENCY });
    const files = makeFileHost(env, pool, clock);
    const uploads = makeUploads({ pool, clock, host: files.host, quota: env.UPLOAD_QUOTA_MB * 1024 * 1024 });

    const revenue = makeRevenue({ pool, clock, outlets });
    const orderList = makeOrderList({ pool, clock, outlets, revenue });
    const aboutChairs = chairs.handlers(sessions);
    const figures = revenueHandlers(revenue);
    const handlers: Handlers = {
      ...aboutChairs,
      session: sessionHandlers({ sessions, env, home: (context) => figures.home({}, context) }),
      dictionary: dictionaryHandlers,
      revenue: figures,
      outlets: outletHandlers(outlets),
      devices: deviceHandlers(makeDevices({ pool, clock })),
      orders: { ...aboutChairs.orders, ...orderListHandlers(orderList) },
      feedback: feedbackHandlers(makeFeedback({ pool, clock, uploads })),
      uploads: uploadHandlers(uploads),
    };
    const loadShedding = makeLoadShedding(metrics, env.MAX_CALLS);
    app.addHook('onClose', async () => loadShedding.stop());
    const findCaller: FindCaller = async (...token) => {
      const caller = await sessions.findCaller(...token);
      await chairs.caughtUp(caller.accountId);
      return caller;
    };
    registerCalls(app, handlers, findCaller, loadShedding);
    await chairs.serve(app);
    await files.serve(app, uploads);
    serveDocs(app, version);
    if (env.DEMO) servePictures(app);
    const directory = join(root, 'web/dist');
    const connect = [...files.host.origins, ...originsOf(env.API_URL)];
    const images = [...connect, ...originsOf(env.TILE_URL)];
    const config = { ...webConfig(env), payTypes: chairs.payTypes };
    await serveWeb(app, { directory, config, connect, images });
    const port = await listenOn(app, env);
    url = `http://localhost:${port.port}`;
    cleanups.push(() => Promise.all([port.close(), app.close()]));

    await migrate(databaseUrl, log);
    if (env.DEMO) await fillDemo(databaseUrl, clock, log);
    const mqttUrl = await chairs.begin();
    cleanups.push(every(3600_000, () => sessions.forgetOld(), log));
    cleanups.push(every(3600_000, () => uploads.sweep(), log));
    started = true;
    const publicUrl = env.PUBLIC_URL ?? lanUrl(url);
    log.info({ url, publicUrl, mqttUrl }, 'listening');
    return { url, publicUrl, databaseUrl, mqttUrl, pool, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const webConfig = (env: Env) => ({
  country: env.APP_COUNTRY,
  currency: env.APP_CURRENCY,
  language: env.APP_LANGUAGE,
  appId: env.APP_ID,
  baseUrl: env.API_URL ?? '',
  servicePhone: env.SERVICE_PHONE,
  hostScanners: env.HOST_SCANNERS,
  tileUrl: env.TILE_URL ?? '',
  tileAttribution: env.TILE_ATTRIBUTION,
  version,
});

const originsOf = (url: string | undefined): string[] => (url === undefined ? [] : [new URL(url).origin]);

async function listenOn(app: FastifyInstance, env: Env): Promise<SharedPort> {
  await app.listen(await listenOptions(env.HOST, env.PORT));
  return shareListening(app.server, env.HOST);
}

/** The address under which a phone in the same network finds this machine. */
function lanUrl(local: string): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const lan = addresses.find((address) => address.family === 'IPv4' && !address.internal);
  return lan ? local.replace('localhost', lan.address) : local;
}

const answers = (pool: Pool) =>
  within(readyWithin, pool.query({ name: 'ready', text: 'SELECT 1' })).then(
    () => true,
    () => false,
  );

/** `node server/src/main.ts` runs one server, as a service manager would. */
if (import.meta.main) {
  const log = makeLog(process.env.LOG_LEVEL ?? 'info');
  try {
    const server = await startServer(readEnv(process.env), { log });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void server.stop().then(() => process.exit(0)));
    }
  } catch (error) {
    log.fatal((error as Error).message);
    process.exit(1);
  }
}
