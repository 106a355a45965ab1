import '@recline/server/platform/check-machine';
import { parseArgs } from 'node:util';
import { demoChairs } from '@recline/server/demo/chairs';
import type { HistoryFilled } from '@recline/server/demo/history';
import { protectDemo } from '@recline/server/demo/passwords';
import { type Server, startServer } from '@recline/server/main';
import { keepFilesPrivate } from '@recline/server/platform/data-dir';
import { type Env, readEnv } from '@recline/server/platform/env';
import { loadSettings } from '@recline/server/platform/env-file';
import { type Log, makeLog } from '@recline/server/platform/log';
import { startFailure } from '@recline/server/platform/start-failure';
import { type Fleet, startFleet } from '@recline/simulator/fleet';
import { buildWeb } from './build.ts';
import { hasCrowd, makeLeftAlone, startDemoCrowd } from './demo-crowd.ts';
import { greeting } from './greeting.ts';
import { onNpmExit } from './npm-exit.ts';
import { simulateProviders } from './simulated-providers.ts';

/**
 * `npm start`: runs the whole product in one process, and prints where to go. With `--phone`, phones in the network
 * reach it. `npm run dev` gives `--dev` with the address of Vite: nothing is built.
 */

async function simulateChairs(server: Server, env: Env): Promise<Fleet | undefined> {
  const wanted = env.DEMO ? (env.SIMULATED_CHAIRS ?? Number.POSITIVE_INFINITY) : 0;
  if (wanted === 0) return undefined;
  const found = (await demoChairs(server.pool)).slice(0, wanted).filter((chair) => !chair.unplugged);
  // Each start counts as a later boot than the one before.
  const bootId = Math.floor(Date.now() / 1000);
  return startFleet({ brokerUrl: server.mqttUrl, chairs: found.map((chair) => ({ ...chair, bootId })) });
}

const sayFilled = ({ orders, seconds, bytes }: HistoryFilled): void =>
  console.log(
    `  The demo's year is complete: ${orders} more orders in ${seconds} s, ${Math.round(bytes / 1e6)} MB in all.`,
  );

/** Stops on a signal, and when npm has exited. Returns a function that says whether it is stopping. */
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
  onNpmExit(stopOnce);
  return () => stopping;
}

interface StartOptions {
  phone: boolean;
  devUrl: string | undefined;
  say(text: string): void;
}

async function start(given: Env, log: Log, { phone, devUrl, say }: StartOptions) {
  const providers = await simulateProviders(given);
  const { env } = providers;
  const toTry = { deviceId: undefined as string | undefined };
  const leftAlone = makeLeftAlone(() => toTry.deviceId);
  const server = await startServer(env, {
    log,
    end: process.exit,
    onDemoFilled: sayFilled,
    onChairPage: leftAlone.opened,
  });
  if (phone && env.DEMO) await protectDemo(server.pool, env.DATA_DIR);
  providers.connect(server);
  const fleet = await simulateChairs(server, env);
  toTry.deviceId = fleet && [...fleet.chairs.values()].find(({ state }) => state === 'idle')?.deviceId;
  say(await greeting({ server, env, providerLines: providers.lines, toTry: toTry.deviceId, devUrl }));
  const { isLeftAlone } = leftAlone;
  const crowd = fleet && hasCrowd(env) ? await startDemoCrowd({ server, env, fleet, log, isLeftAlone }) : undefined;
  const stop = async () => {
    await crowd?.stop();
    await fleet?.stop();
    await server.stop();
    await providers.stop();
  };
  return { stop };
}

let env: Env | undefined;
try {
  const options = { phone: { type: 'boolean', default: false }, dev: { type: 'string' } } as const;
  const { phone, dev: devUrl } = parseArgs({ options }).values;
  loadSettings();
  if (phone) process.env.HOST ||= '0.0.0.0';
  env = readEnv(process.env);
  const log = makeLog(process.env.LOG_LEVEL ? env.LOG_LEVEL : 'warn');
  if (devUrl === undefined) buildWeb();
  keepFilesPrivate(); // after the build, which a server of another user may serve
  const say = (text: string) => isStopping() || console.log(text);
  const starting = start(env, log, { phone, devUrl, say });
  // After a signal during the start, the start is completed first, so that everything can be stopped in order.
  const isStopping = stopOn(['SIGINT', 'SIGTERM', 'SIGHUP'], async () => (await starting).stop(), log);
  await starting;
} catch (error) {
  console.error(error instanceof Error ? startFailure(error, env) : error);
  process.exit(1);
}
