import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chairPage } from '@recline/contract/chair-page';
import { demoApp } from '@recline/server/demo/words';
import { until, useChairs } from '@recline/server/testing/chairs';
import { makeVisitor } from '@recline/server/testing/page-visitor';
import { startTestServer, type TestServer } from '@recline/server/testing/start';
import { type Crowd, startCrowd } from '@recline/simulator/crowd/crowd';
import { CallRefused, makePhone } from '@recline/simulator/crowd/phone';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { buildWeb } from './build.ts';
import { makeLeftAlone } from './demo-crowd.ts';

/** An hour of the crowd passes in half a minute. */
const speed = 120;
const minuteMs = 60_000;

let now = Date.now();
const leftAlone = makeLeftAlone(
  () => undefined,
  () => new Date(now),
);

let server: TestServer;
let folder: string;
const crowds: Crowd[] = [];
beforeAll(async () => {
  buildWeb(); // the page of a chair is the server's
  const { opened: onChairPage } = leftAlone;
  server = await startTestServer(inject('postgresUrl'), {}, {}, { onChairPage });
  folder = await mkdtemp(join(tmpdir(), 'recline-left-alone-'));
});
const connectChair = useChairs(() => server);
afterAll(async () => {
  for (const crowd of crowds) await crowd.stop();
  await server.stop();
  await rm(folder, { recursive: true });
});

const errors: unknown[] = [];

async function letCrowdCome(deviceIds: string[], chairs: Awaited<ReturnType<typeof connectChair>>[]) {
  const place = {
    name: 'somewhere',
    currency: 'CNY',
    deviceIds,
    counter: { account: 'nobody', password: 'none' },
    visitsPerHour: () => 60,
    shares: { online: 1, cash: 0, coin: 0 },
    gears: { gentle: 1, standard: 0, deep: 0 },
    coin: { coins: 1, amount: 800, minutes: 10 },
    complaints: [],
  } as const;
  const crowd = await startCrowd({
    url: server.url,
    places: [place],
    app: demoApp,
    chairs: new Map(chairs.map((chair) => [chair.deviceId, chair])),
    isLeftAlone: leftAlone.isLeftAlone,
    sessionsFile: join(folder, 'sessions.json'),
    speed,
    onError: (error) => error instanceof CallRefused || errors.push(error),
  });
  crowds.push(crowd);
}

it('a chair whose page a person opened, in a browser or in the app, is left alone for ten minutes', async () => {
  const outlet = await server.world.outlet();
  const chairs = await Promise.all([1, 2, 3].map(() => connectChair(outlet, { secondsPerMinute: 60 / speed })));
  const deviceIds = chairs.map(({ deviceId }) => deviceId);
  const [inBrowser = '', inApp = '', unseen = ''] = deviceIds;
  const finished = async (deviceId: string) =>
    (await server.pool.query("SELECT FROM orders WHERE device_id = $1 AND status = 'finished'", [deviceId])).rowCount ??
    0;
  const ofPerson = async () =>
    (await server.pool.query('SELECT FROM orders WHERE device_id = ANY($1)', [[inBrowser, inApp]])).rowCount;

  await makeVisitor(server.url).scan(inBrowser);
  await makePhone(server.url, 'a browser').call(chairPage.get, { deviceId: inApp });
  await letCrowdCome(deviceIds, chairs);
  await until(async () => (await finished(unseen)) > 2);
  now += 10 * minuteMs - 1;
  await until(async () => (await finished(unseen)) > 4);
  expect(await ofPerson()).toBe(0);

  now += 1;
  for (const deviceId of [inBrowser, inApp]) await until(async () => (await finished(deviceId)) > 0);
  expect(errors).toEqual([]);
});
