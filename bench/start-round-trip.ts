import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '@recline/contract/call';
import { starting } from '@recline/contract/starting';
import { type ChairEvent, parseTopic, topicOf } from '@recline/contract/topics';
import { startTestPostgres } from '@recline/server/testing/database';
import { guestName } from '@recline/server/testing/guest';
import mqtt from 'mqtt';
import { median, quantile, timed } from './lib/figures.ts';
import { simulatedId, spawnFleet } from './lib/fleet-process.ts';
import { serverWithChairs } from './lib/server-with-chairs.ts';
import { makeWire } from './lib/wire.ts';

/**
 * A start as a guest sees it, HTTP activate to answer, beside the bare round trip over the same broker: command
 * out, ack and `started` back, nothing stored. One server, one broker, one fleet; the two take turns, so that
 * both meet the same machine, and each is over, with all that follows it, before the next begins.
 */

const chairs = Number(process.env.CHAIRS ?? 2_000);
const pause = Number(process.env.PAUSE ?? 20);
const loads = [1, 8] as const;
/** A chair is started once. What has just begun runs code that is not compiled yet; neither side is measured so. */
const [warmUp, samples] = [chairs / 4, chairs / 10];

type Start = (deviceId: string) => Promise<void>;

async function bareStarts(mqttUrl: string) {
  const client = await mqtt.connectAsync(mqttUrl, { clientId: guestName, username: guestName, protocolVersion: 4 });
  if (client.stream instanceof Socket) client.stream.setNoDelay(true); // else Nagle adds 40 ms to every command
  const waiting = new Map<string, () => void>();
  client.on('message', (topic, payload) => {
    if (parseTopic(topic)?.kind !== 'evt') return;
    const event = JSON.parse(payload.toString()) as ChairEvent;
    if (event.type === 'started') waiting.get(event.orderId)?.();
  });
  await client.subscribeAsync([topicOf('+', 'evt'), topicOf('+', 'ack')], { qos: 1 });
  const start: Start = (deviceId) =>
    new Promise((resolve) => {
      const orderId = randomUUID();
      waiting.set(orderId, resolve);
      const expiresAt = new Date(Date.now() + 10_000).toISOString();
      const command = { commandId: randomUUID(), type: 'start', orderId, minutes: 10, gear: 'deep', expiresAt };
      client.publish(topicOf(deviceId, 'cmd'), JSON.stringify(command), { qos: 1 });
    });
  return { start, stop: () => client.endAsync(true) };
}

function wholeStarts(url: string, token: string, priceId: string): Start {
  const ask = makeWire(`${url}${basePath}${starting.activate.path}`, { 'access-token': token });
  return async (deviceId) => {
    const answer = await ask({ deviceId, priceId, payType: 'cash', requestId: randomUUID() });
    if (!answer.includes('"running"')) throw new Error(`${deviceId}: ${answer}`);
  };
}

let used = 0;
const startNext = (count: number, atOnce: number, start: Start) =>
  timed(count, atOnce, () => start(simulatedId(used++)));

async function inTurns(atOnce: number, bare: Start, whole: Start) {
  const times = { bare: [] as number[], whole: [] as number[] };
  for (let done = 0; done < samples; done += atOnce) {
    times.bare.push(...(await startNext(atOnce, atOnce, bare)));
    await sleep(pause);
    times.whole.push(...(await startNext(atOnce, atOnce, whole)));
    await sleep(pause);
  }
  return times;
}

const directory = await mkdtemp(join(tmpdir(), 'recline-bench-'));
const postgres = await startTestPostgres(directory, []);
try {
  const guest = { NODE_OPTIONS: `--import=${import.meta.resolve('@recline/server/testing/guest')}` };
  const { server, token, priceId, stop } = await serverWithChairs(postgres.url, chairs, guest);
  const fleet = await spawnFleet(chairs, server.mqttUrl);
  const bare = await bareStarts(server.mqttUrl);
  const whole = wholeStarts(server.url, token, priceId);
  try {
    await sleep(3_000);
    await startNext(warmUp, 8, bare.start);
    await startNext(warmUp, 8, whole);
    for (const atOnce of loads) {
      const times = await inTurns(atOnce, bare.start, whole);
      const figures = (list: number[]) =>
        `median ${median(list).toFixed(2)} ms, p95 ${quantile(list, 0.95).toFixed(1)} ms`;
      console.log(`${chairs} chairs, ${atOnce} at once, ${times.whole.length} starts of each kind`);
      console.log(`  bare command → ack → started: ${figures(times.bare)}`);
      console.log(`  HTTP activate → answer:       ${figures(times.whole)}`);
      console.log(`  ratio of medians: ${(median(times.whole) / median(times.bare)).toFixed(2)} (at most 3)`);
    }
  } finally {
    await bare.stop();
    await fleet.stop();
    await stop();
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
