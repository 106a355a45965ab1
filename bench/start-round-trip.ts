import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { basePath } from '@recline/contract/call';
import { starting } from '@recline/contract/starting';
import { type ChairEvent, parseTopic, topicOf } from '@recline/contract/topics';
import { createDatabase, startTestPostgres } from '@recline/server/testing/database';
import mqtt from 'mqtt';
import { spawnBroker } from './lib/bare-broker.ts';
import { median, quantile, timed } from './lib/figures.ts';
import { simulatedId, spawnFleet } from './lib/fleet-process.ts';
import { spawnLeastServer } from './lib/least-server.ts';
import { serverWithChairs } from './lib/server-with-chairs.ts';

/**
 * A start as a guest sees it, HTTP activate to answer, beside the bare round trip over the same broker:
 * command out, ack and `started` back, nothing stored; and beside the least that a start over HTTP can be which
 * is safe at each step. All with the same number of connected chairs.
 */

const chairs = Number(process.env.CHAIRS ?? 2_000);
const samples = Math.min(chairs / 4, Number(process.env.SAMPLES ?? 400));
// A server that has just begun runs what it has not compiled yet; neither side is measured so.
const warmUp = chairs / 2;
const loads = [1, 8] as const;

/** The broker of the server in a process of its own, and a client of it here: as far away as the HTTP client is. */
async function bareBroker() {
  const broker = await spawnBroker();
  const { url, username, password } = broker;
  const client = await mqtt.connectAsync(url, { clientId: username, username, password, protocolVersion: 4 });
  if (client.stream instanceof Socket) client.stream.setNoDelay(true); // else Nagle adds 40 ms to every command
  const waiting = new Map<string, () => void>();
  client.on('message', (topic, payload) => {
    if (parseTopic(topic)?.kind !== 'evt') return;
    const event = JSON.parse(payload.toString()) as ChairEvent;
    if (event.type === 'started') waiting.get(event.orderId)?.();
  });
  await client.subscribeAsync([topicOf('+', 'evt'), topicOf('+', 'ack')], { qos: 1 });
  const start = (deviceId: string) =>
    new Promise<void>((resolve) => {
      const orderId = randomUUID();
      waiting.set(orderId, resolve);
      const expiresAt = new Date(Date.now() + 10_000).toISOString();
      const command = { commandId: randomUUID(), type: 'start', orderId, minutes: 10, gear: 'deep', expiresAt };
      client.publish(topicOf(deviceId, 'cmd'), JSON.stringify(command), { qos: 1 });
    });
  return { url, start, stop: () => client.endAsync(true).then(broker.stop) };
}

/** Asks over HTTP, and is done once the chair runs. */
function asking(url: string, headers: Record<string, string>, bodyFor: (deviceId: string) => object) {
  const agent = new Agent({ keepAlive: true });
  return (deviceId: string) =>
    new Promise<void>((resolve, reject) => {
      const options = { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } };
      const sent = request(url, options, async (response) => {
        const body = await text(response);
        if (body.includes('"running"')) resolve();
        else reject(new Error(`${deviceId}: ${body}`));
      });
      sent.once('error', reject);
      sent.end(JSON.stringify(bodyFor(deviceId)));
    });
}

async function leastServer(postgresUrl: string) {
  const database = await createDatabase(postgresUrl);
  const { url, mqttUrl, stop } = await spawnLeastServer(database.url);
  return { url: mqttUrl, start: asking(url, {}, (deviceId) => ({ deviceId })), stop: () => stop().then(database.drop) };
}

async function wholeServer(postgresUrl: string) {
  const { server, token, priceId, stop } = await serverWithChairs(postgresUrl, chairs);
  const url = `${server.url}${basePath}${starting.activate.path}`;
  const bodyFor = (deviceId: string) => ({ deviceId, priceId, payType: 'cash', requestId: randomUUID() });
  return { url: server.mqttUrl, start: asking(url, { 'access-token': token }, bodyFor), stop };
}

async function measure(side: { url: string; start(deviceId: string): Promise<void>; stop(): Promise<void> }) {
  const fleet = await spawnFleet(chairs, side.url);
  try {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await timed(warmUp, 8, (index) => side.start(simulatedId(chairs - 1 - index)));
    const results: number[][] = [];
    for (const [turn, atOnce] of loads.entries()) {
      results.push(await timed(samples, atOnce, (index) => side.start(simulatedId(turn * samples + index))));
    }
    return results;
  } finally {
    await fleet.stop();
    await side.stop();
  }
}

const directory = await mkdtemp(join(tmpdir(), 'recline-bench-'));
const postgres = await startTestPostgres(directory, []);
try {
  const bare = await measure(await bareBroker());
  const least = await measure(await leastServer(postgres.url));
  const whole = await measure(await wholeServer(postgres.url));
  for (const [turn, atOnce] of loads.entries()) {
    const [b = [], l = [], w = []] = [bare[turn], least[turn], whole[turn]];
    const figures = (list: number[]) =>
      `median ${median(list).toFixed(1)} ms, p95 ${quantile(list, 0.95).toFixed(1)} ms`;
    const ratio = (one: number[], other: number[]) => (median(one) / median(other)).toFixed(2);
    console.log(`${chairs} chairs, ${atOnce} at once, ${samples} starts`);
    console.log(`  bare command → ack → started: ${figures(b)}`);
    console.log(`  the least over HTTP:          ${figures(l)}, ${ratio(l, b)} of bare`);
    console.log(`  HTTP activate → answer:       ${figures(w)}, ${ratio(w, l)} of the least`);
    console.log(`  ratio of medians: ${ratio(w, b)} (at most 3)`);
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
