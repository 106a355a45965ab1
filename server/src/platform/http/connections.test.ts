import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../testing/chairs.ts';
import { healthy } from '../../testing/health.ts';
import { makeLog } from '../log.ts';
import { makeMetrics } from '../metrics.ts';
import { makeApp } from './app.ts';

/** Connections that wait for their clients, on a server with few connections and a short time to read an answer. */

const maxConnections = 100;
let app: FastifyInstance;
let metrics: ReturnType<typeof makeMetrics>;
let port: number;
let release: () => void;
const sockets: Socket[] = [];

beforeEach(async () => {
  metrics = makeMetrics();
  app = await makeApp({
    log: makeLog('silent'),
    metrics,
    trustProxy: true,
    started: () => true,
    health: healthy,
    maxConnections,
    deadlines: { head: 60, body: 60, read: 0.25 },
  });
  const released = new Promise<void>((resolve) => (release = resolve));
  app.get('/work', async () => released.then(() => ({ done: true })));
  app.get('/large', async (_request, reply) => reply.send(Buffer.alloc(6 * 1024 * 1024)));
  app.post('/echo', async (request) => ({ got: request.body }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterEach(async () => {
  release();
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function open(bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {}); // the server is expected to reset some
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}
async function openMany(count: number, bytes: string): Promise<Socket[]> {
  const opened: Socket[] = [];
  for (let turn = 0; turn < count; turn += 1) opened.push((await open(bytes)).resume());
  return opened;
}
const closed = (some: Socket[]) => some.filter((socket) => socket.destroyed).length;
const cuts = async (reason: string) =>
  (await metrics.connectionsCut.get()).values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.status);
const from = (address: string) => `Host: a\r\nX-Forwarded-For: ${address}\r\n`;
const halfPost = (address: string, length = 100) =>
  `POST /echo HTTP/1.1\r\n${from(address)}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`;

describe('at the maximum number of connections', () => {
  it('new ones are served, and the oldest unfinished are cut', async () => {
    const held = await openMany(250, '');
    expect(await get('/healthz')).toBe(200);
    await until(async () => closed(held) >= 150);
    expect(held.slice(-10).filter((socket) => socket.destroyed)).toEqual([]);
    expect(await cuts('pressure')).toBe(closed(held));
  });

  it('those of the address that holds most are cut first', async () => {
    const [own] = await openMany(1, halfPost('203.0.113.1'));
    const others = await openMany(250, halfPost('203.0.113.9'));
    await until(async () => closed(others) >= 150);
    expect(own?.destroyed).toBe(false);
  });

  it('a request that the server is processing is not cut', async () => {
    const working = get('/work');
    await until(async () => (await metrics.connections.get()).values[0]?.value === 1);
    await openMany(250, '');
    release();
    expect(await working).toBe(200);
  });
});

describe('a client', () => {
  it('that does not read its answer is cut', async () => {
    const socket = await open('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(async () => (await cuts('unread')) === 1);
    socket.resume();
    await until(async () => socket.destroyed);
  });

  it('that reads its answer a little at a time is cut', async () => {
    const socket = await open('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    const reading = setInterval(() => socket.read(1_000), 50);
    await until(async () => (await cuts('unread')) === 1);
    clearInterval(reading);
  });

  it('that pipelines endlessly is cut', async () => {
    await open('GET /work HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200));
    await until(async () => (await cuts('pipelined')) === 1);
  });

  it('that announces more bytes than fit into memory is cut, and others are served', async () => {
    const held = await openMany(70, halfPost('203.0.113.9', 1024 * 1024));
    await until(async () => closed(held) > 0);
    expect(await get('/healthz')).toBe(200);
  });
});
