import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChairEvent, parseTopic } from '@recline/contract/topics';
import { startBroker } from '@recline/server/gateway/broker';
import { connectInside } from '@recline/server/gateway/mqtt';
import { makePool } from '@recline/server/platform/db';
import { makeLog } from '@recline/server/platform/log';
import { makeMetrics } from '@recline/server/platform/metrics';
import { createDatabase, startTestPostgres } from '@recline/server/testing/database';
import { spawnServer } from '@recline/server/testing/process';
import { makeWorld } from '@recline/server/testing/world';
import { median, quantile, timed } from './lib/figures.ts';
import { simulatedId, simulatedSecret, spawnFleet } from './lib/fleet-process.ts';

/**
 * A start as a guest sees it, HTTP activate to answer, beside the bare round trip over the same broker:
 * command out, ack and `started` back, nothing stored. Both with the same number of connected chairs.
 */

const chairs = Number(process.env.CHAIRS ?? 2_000);
const samples = Math.min(chairs / 2, Number(process.env.SAMPLES ?? 400));
const loads = [1, 8] as const;
const log = makeLog('silent');

/** The broker of the server and a client inside it, as the server has; only no server. */
async function bareBroker() {
  const broker = await startBroker({ checkSecret: async () => true, log, metrics: makeMetrics() });
  const gateway = connectInside(broker, log);
  const waiting = new Map<string, () => void>();
  await gateway.subscribe(({ topic, payload }) => {
    if (parseTopic(topic)?.kind !== 'evt') return;
    const event = JSON.parse(payload.toString()) as ChairEvent;
    if (event.type === 'started') waiting.get(event.orderId)?.();
  });
  const port = await broker.listen(0, '127.0.0.1');
  const start = (deviceId: string) =>
    new Promise<void>((resolve) => {
      const orderId = randomUUID();
      waiting.set(orderId, resolve);
      const expiresAt = new Date(Date.now() + 10_000).toISOString();
      gateway.send(deviceId, 'cmd', {
        commandId: randomUUID(),
        type: 'start',
        orderId,
        minutes: 10,
        gear: 'deep',
        expiresAt,
      });
    });
  return { url: `mqtt://127.0.0.1:${port}`, start, stop: () => gateway.stop().then(() => broker.stop()) };
}

async function wholeServer(postgresUrl: string) {
  const database = await createDatabase(postgresUrl);
  const pool = makePool(database.url, { max: 4 });
  const world = makeWorld(pool);
  const outlet = await world.outlet();
  const { token } = await world.manager([outlet]);
  const hash = createHash('sha256').update(simulatedSecret).digest('hex');
  const ids = Array.from({ length: chairs }, (_, index) => simulatedId(index));
  await pool.query(
    `INSERT INTO devices (id, name, outlet_id, secret_hash) SELECT id, id, $2, $3 FROM unnest($1::text[]) AS v (id)`,
    [ids, outlet.id, hash],
  );
  const server = await spawnServer({ DATABASE_URL: database.url, LOG_LEVEL: 'info' });
  const priceId = outlet.prices[0]?.priceId ?? '';
  return {
    url: server.mqttUrl,
    async start(deviceId: string) {
      const request = { deviceId, priceId, payType: 'cash', requestId: randomUUID() } as const;
      const answer = await server.client.starting.activate(request, { token });
      if (answer.data?.status !== 'running') throw new Error(`${deviceId}: ${answer.code} ${answer.message}`);
    },
    async stop() {
      await server.kill();
      await pool.end();
      await database.drop();
    },
  };
}

async function measure(side: { url: string; start(deviceId: string): Promise<void>; stop(): Promise<void> }) {
  const fleet = await spawnFleet(chairs, side.url);
  try {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await timed(20, 1, (index) => side.start(simulatedId(chairs - 1 - index)));
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
  const whole = await measure(await wholeServer(postgres.url));
  for (const [turn, atOnce] of loads.entries()) {
    const [b = [], w = []] = [bare[turn], whole[turn]];
    const figures = (list: number[]) =>
      `median ${median(list).toFixed(1)} ms, p95 ${quantile(list, 0.95).toFixed(1)} ms`;
    console.log(`${chairs} chairs, ${atOnce} at once, ${samples} starts`);
    console.log(`  bare command → ack → started: ${figures(b)}`);
    console.log(`  HTTP activate → answer:       ${figures(w)}`);
    console.log(`  ratio of medians: ${(median(w) / median(b)).toFixed(2)} (at most 3)`);
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
