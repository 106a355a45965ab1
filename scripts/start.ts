import { join } from 'node:path';
import { demoChairs, demoCoupons } from '@recline/server/demo/demo';
import { type Server, startServer } from '@recline/server/main';
import { type Env, readEnv } from '@recline/server/platform/env';
import { loadSettings } from '@recline/server/platform/env-file';
import { type Log, makeLog } from '@recline/server/platform/log';
import { postgresPlace } from '@recline/server/platform/postgres/embedded';
import { startFleet } from '@recline/simulator/fleet';
import { toString as drawQrCode } from 'qrcode';
import { buildWeb } from './build.ts';
import { type DemoProviders, simulateProviders } from './simulated-providers.ts';

/** `npm start`: the whole product in one process, and where to go. */

async function simulateChairs(server: Server, env: Env): Promise<() => Promise<void>> {
  const wanted = env.DEMO ? (env.SIMULATED_CHAIRS ?? Number.POSITIVE_INFINITY) : 0;
  if (wanted === 0) return async () => {};
  const chairs = (await demoChairs(server.pool)).slice(0, wanted).filter((chair) => !chair.unplugged);
  const fleet = await startFleet({ brokerUrl: server.mqttUrl, chairs });
  for (const { deviceId, faultCode } of chairs) if (faultCode) fleet.chairs.get(deviceId)?.breakDown(faultCode);
  return fleet.stop;
}

async function demoLines({ pool }: Server): Promise<string[]> {
  const coupons = await demoCoupons(pool, new Date());
  return [
    '  Demo logins         manager     recline-demo   all outlets in China',
    '                      global      recline-demo   all outlets, three currencies',
    '                      home-only   recline-demo   one outlet, without the details',
    '  As a guest          13800000001, with the code that appears below as "sms code"',
    ...coupons.slice(0, 4).map((coupon) => `  A coupon to try     ${coupon.no}`),
    '',
  ];
}

async function placeOfData(env: Env): Promise<string> {
  if (env.DATABASE_URL) return 'the database of DATABASE_URL';
  const usual = join(env.DATA_DIR, 'postgres');
  const place = await postgresPlace(usual);
  return place === usual ? env.DATA_DIR : `${env.DATA_DIR}, its database in ${place}`;
}

async function greet(server: Server, env: Env, providers: DemoProviders): Promise<void> {
  const lines = [
    '',
    `  Recline is ready:   ${server.url}`,
    `  From a phone:       ${server.publicUrl}`,
    `  The calls:          ${server.url}/api/docs`,
    `  Chairs connect to:  ${server.mqttUrl.replace(/\/\/.*@/, '//')}`,
    `  The data lives in:  ${await placeOfData(env)}`,
    ...providers.lines,
    '',
    ...(env.DEMO ? await demoLines(server) : []),
    await drawQrCode(server.publicUrl, { type: 'terminal', small: true }),
    '  Ctrl-C stops everything.',
    '',
  ];
  console.log(lines.join('\n'));
}

/**
 * Stops on a signal. The shell between npm and this process does not pass signals on, so it also stops when npm has
 * exited. Returns a function that says whether it is stopping.
 */
function stopOn(signals: NodeJS.Signals[], stop: () => Promise<unknown>, log: Log): () => boolean {
  let stopping = false;
  const stopOnce = () => {
    if (stopping) return;
    stopping = true;
    console.log('\nStopping …');
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'it did not stop cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, stopOnce);
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) stopOnce();
    }, 500).unref();
  }
  return () => stopping;
}

async function start(given: Env, log: Log) {
  const providers = await simulateProviders(given);
  const { env } = providers;
  const server = await startServer(env, { log });
  providers.connect(server);
  const stopChairs = await simulateChairs(server, env);
  const stop = async () => {
    await stopChairs();
    await server.stop();
    await providers.stop();
  };
  return { stop, welcome: () => greet(server, env, providers) };
}

try {
  loadSettings();
  const given = readEnv(process.env);
  const log = makeLog(process.env.LOG_LEVEL ? given.LOG_LEVEL : 'warn');
  buildWeb();
  const starting = start(given, log);
  // After a signal during the start, the start is completed first, so that everything can be stopped in order.
  const isStopping = stopOn(['SIGINT', 'SIGTERM', 'SIGHUP'], async () => (await starting).stop(), log);
  const { welcome } = await starting;
  if (!isStopping()) await welcome();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
