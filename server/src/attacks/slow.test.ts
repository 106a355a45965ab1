import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp } from '../platform/http/app.ts';
import { extendBodyDeadline } from '../platform/http/body-timeout.ts';
import { makeLog } from '../platform/log.ts';
import { makeMetrics } from '../platform/metrics.ts';
import { healthy } from '../testing/health.ts';

/** Requests sent a byte at a time, to hold connections. The server has shorter deadlines than in production. */

let app: FastifyInstance;
let port: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  const settings = { log: makeLog('silent'), metrics: makeMetrics(), trustProxy: false, started: () => true };
  app = await makeApp({
    ...settings,
    health: healthy,
    maxConnections: 1_000,
    deadlines: { head: 1, body: 1, read: 1 },
  });
  app.post('/small', async (request) => ({ got: request.body }));
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.post('/large', async (request) => {
      extendBodyDeadline(request, 60);
      let bytes = 0;
      for await (const chunk of request.body as AsyncIterable<Buffer>) bytes += chunk.length;
      return { bytes };
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/**
 * Sends the first part at once and the rest a byte at a time; resolves with the answer when the server closes the
 * connection.
 */
function trickle(first: string, rest: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(first);
  const bytes = [...rest];
  const drip = setInterval(() => {
    const byte = bytes.shift();
    if (byte !== undefined && socket.writable) socket.write(byte);
  }, 100);
  const heard: Buffer[] = [];
  return new Promise((resolve) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => heard.push(chunk));
    socket.on('close', () => {
      clearInterval(drip);
      resolve(Buffer.concat(heard).toString());
    });
  });
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const endless = 'x'.repeat(10_000);

describe('a request sent a byte at a time', () => {
  it('in its head is ended', async () => {
    expect(await trickle('GET /healthz HTTP/1.1\r\nX-Slow: ', endless)).toMatch(/^HTTP\/1\.1 408 .*"code":400/s);
  });

  it('in its body is ended', async () => {
    expect(await trickle(head('/small', 10_000), endless)).toMatch(/^HTTP\/1\.1 408 .*"code":400/s);
  });

  it('in chunks that never end is ended', async () => {
    const chunked =
      'POST /small HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await trickle(chunked, '1\r\nx\r\n'.repeat(1000))).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('after its answer is disconnected without another answer', async () => {
    const untyped = 'POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n';
    const heard = await trickle(untyped, endless);
    expect(heard).toMatch(/^HTTP\/1\.1 400 /);
    expect(heard.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('with an extended deadline is received completely', async () => {
    expect(await trickle(head('/large', 15), 'x'.repeat(15))).toMatch(/^HTTP\/1\.1 200 .*"bytes":15/s);
  });

  it('does not delay other requests', async () => {
    const slow = Array.from({ length: 200 }, () => trickle(head('/small', 10_000), endless));
    const answer = await fetch(`http://127.0.0.1:${port}/small`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(await answer.json()).toEqual({ got: { a: 1 } });
    expect((await Promise.all(slow)).every((heard) => heard.startsWith('HTTP/1.1 408'))).toBe(true);
  });
});
