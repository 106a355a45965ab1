import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { parse } from 'node:querystring';
import formbody from '@fastify/formbody';
import { limits } from '@recline/contract/limits';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { fail } from '../error.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { answerClientError, limitBodyTime } from './body-timeout.ts';
import { answerError } from './errors.ts';

interface AppOptions {
  log: Log;
  metrics: Metrics;
  trustProxy: boolean;
  /** Whether start-up is complete. Until then every call is refused as unavailable. */
  started: () => boolean;
  /** Whether start-up is complete, and database and broker answer. */
  ready: () => Promise<boolean>;
  /** Seconds within which the head and the body of a request must be received. */
  receiveWithin?: { head: number; body: number };
}

const defaultReceiveWithin = { head: limits.headSeconds, body: limits.bodySeconds };

/** The HTTP server without any feature: envelope, errors, logs, metrics, health. */
export async function makeApp(options: AppOptions): Promise<FastifyInstance> {
  const { log, metrics, trustProxy, started, ready, receiveWithin = defaultReceiveWithin } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // One proxy: entries of X-Forwarded-For before its own may be written by the caller.
    trustProxy: trustProxy && ((_address: string, hop: number) => hop === 0),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.uploadSeconds * 1000,
    http: { headersTimeout: receiveWithin.head * 1000, connectionsCheckingInterval: receiveWithin.head * 250 },
    connectionTimeout: 2 * limits.requestSeconds * 1000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // The document has no HEAD on calls: it is answered as any unknown route.
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerClientError,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  }) as unknown as FastifyInstance;

  destroyUnusedSockets(app);
  await app.register(formbody, { parser: parseForm });
  app.setErrorHandler(answerError);
  limitBodyTime(app, receiveWithin.body);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    // WeChat opens its pay page only for a registered domain, which it reads from the referrer.
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    if (!request.url.startsWith('/api/')) return;
    reply.header('cache-control', 'no-store');
    if (!started()) throw fail('unavailable');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const seconds = reply.elapsedTime / 1000;
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, seconds);
    const path = request.url.split('?', 1)[0];
    request.log.debug({ method: request.method, path, status: reply.statusCode, ms: reply.elapsedTime }, 'request');
  });

  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) =>
    (await ready()) ? { ready: true } : reply.code(503).send({ ready: false }),
  );
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  return app;
}

/** A form may name a list `files` or `files[]`. */
function parseForm(body: string): Record<string, unknown> {
  const fields = Object.entries(parse(body)).map(([key, value]) => [key.replace(/\[\]$/, ''), value]);
  return Object.fromEntries(fields);
}

/**
 * Node does not count a connection without a request as idle, so closing the server would wait for it until a timeout.
 * Such connections are destroyed when the server closes.
 */
function destroyUnusedSockets(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
}
