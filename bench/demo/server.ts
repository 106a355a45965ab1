import { join } from 'node:path';
import { demoChairs } from '@recline/server/demo/chairs';
import { demoCrowd } from '@recline/server/demo/crowd';
import { demoPasswords } from '@recline/server/demo/passwords';
import { demoApp } from '@recline/server/demo/words';
import { startServer } from '@recline/server/main';
import { readEnv } from '@recline/server/platform/env';
import { makeLog } from '@recline/server/platform/log';
import { startCrowd } from '@recline/simulator/crowd/crowd';
import { logIn, makePhone } from '@recline/simulator/crowd/phone';
import { startFleet } from '@recline/simulator/fleet';

/**
 * The demo in one process, as `npm start` runs it, but for one outlet: its chairs are left alone by the guests, and are
 * soon free again. A message turns the guests on or off.
 */

export interface DemoStarted {
  url: string;
  /** The chairs that are left alone, and the token of a manager who starts them. */
  chairs: string[];
  token: string;
}
export interface GuestsWanted {
  guests: boolean;
}

const ownPlace = 'Gurney Bay Cinema';
const secondsPerMinute = 0.02;

const env = readEnv(process.env);
const log = makeLog('warn');
const server = await startServer(env, { log });
const places = await demoCrowd(server.pool);
const own = new Set(places.find(({ name }) => name === ownPlace)?.deviceIds);

const found = (await demoChairs(server.pool)).filter(({ unplugged, faultCode }) => !unplugged && !faultCode);
const bootId = Math.floor(Date.now() / 1000);
const switchOn = (chairs: typeof found, pace?: { secondsPerMinute: number }) =>
  startFleet({ ...pace, brokerUrl: server.mqttUrl, chairs: chairs.map((chair) => ({ ...chair, bootId })) });
const { chairs } = await switchOn(found.filter(({ deviceId }) => !own.has(deviceId)));
await switchOn(
  found.filter(({ deviceId }) => own.has(deviceId)).map((chair) => ({ ...chair, run: undefined })),
  { secondsPerMinute },
);

const startGuests = () =>
  startCrowd({
    url: server.url,
    localAddress: '127.77.0.1',
    places,
    app: demoApp,
    chairs,
    isLeftAlone: (deviceId) => own.has(deviceId),
    sessionsFile: join(env.DATA_DIR, 'demo-sessions.json'),
    onError: (error) => log.debug({ err: error }, 'a simulated guest left'),
  });

let guests: Awaited<ReturnType<typeof startGuests>> | undefined;
process.on('message', async ({ guests: wanted }: GuestsWanted) => {
  if (wanted) guests ??= await startGuests();
  else await guests?.stop();
  if (!wanted) guests = undefined;
  process.send?.('done');
});
process.on('disconnect', () => process.exit());

const { global } = await demoPasswords(env.DATA_DIR);
const token = await logIn(makePhone(server.url, 'bench'), 'global', global);
process.send?.({ url: server.url, chairs: [...own], token } satisfies DemoStarted);
