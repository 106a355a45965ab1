import { randomUUID } from 'node:crypto';
import type { ChairEvent } from '@recline/contract/topics';
import { startBroker } from '@recline/server/gateway/broker';
import { connectInside } from '@recline/server/gateway/mqtt';
import { makePool, statement } from '@recline/server/platform/db';
import { makeLog } from '@recline/server/platform/log';
import { makeMetrics } from '@recline/server/platform/metrics';
import Fastify from 'fastify';
import { spawnProgram } from './own-process.ts';

interface LeastServer {
  url: string;
  mqttUrl: string;
}

/**
 * The least that a start can be which is safe at each step: over HTTP, with the server's own broker, one row
 * before the command goes out and one for the chair's word before the answer does. No session, no checks, no
 * money, no figures, nobody told.
 */
export const spawnLeastServer = (databaseUrl: string) => spawnProgram<LeastServer>(import.meta.filename, databaseUrl);

async function serve(databaseUrl: string): Promise<LeastServer> {
  const log = makeLog('silent');
  const pool = makePool(databaseUrl, { max: 16 });
  await pool.query('CREATE TABLE least (id uuid PRIMARY KEY, device_id text NOT NULL, at timestamptz NOT NULL)');
  const write = statement<never, [string, string]>('least.write', 'INSERT INTO least VALUES ($1, $2, now())');
  const broker = await startBroker({ checkSecret: async () => true, log, metrics: makeMetrics() });
  const gateway = connectInside(broker, log);
  const waiting = new Map<string, () => void>();
  await gateway.subscribe(({ topic, payload }) => {
    if (!topic.endsWith('/evt')) return;
    const event = JSON.parse(payload.toString()) as ChairEvent;
    if (event.type === 'started') waiting.get(event.orderId)?.();
  });
  const app = Fastify();
  app.post<{ Body: { deviceId: string } }>('/start', async ({ body: { deviceId } }) => {
    const orderId = randomUUID();
    await write(pool, orderId, deviceId);
    const started = new Promise<void>((resolve) => waiting.set(orderId, resolve));
    const expiresAt = new Date(Date.now() + 10_000).toISOString();
    gateway.send(deviceId, 'cmd', { commandId: orderId, type: 'start', orderId, minutes: 10, gear: 'deep', expiresAt });
    await started;
    await write(pool, randomUUID(), deviceId);
    return { status: 'running' };
  });
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/start`;
  return { url, mqttUrl: `mqtt://127.0.0.1:${await broker.listen(0, '127.0.0.1')}` };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await serve(process.argv[2] ?? ''))}\n`);
