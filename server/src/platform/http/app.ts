import { randomUUID } from 'node:crypto';
import { parse } from 'node:querystring';
import formbody from '@fastify/formbody';
import { limits } from '@recline/contract/limits';
import { payPath } from '@recline/contract/pages';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { fail } from '../error.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { answerClientError, limitBodyTime } from './body-timeout.ts';
import { boundConnections } from './connections.ts';
import { answerError } from './errors.ts';
import { type Health, isProbe, serveHealth } from './health.ts';
import { hasPlainTarget } from './request-target.ts';
import { callerRequestIdOf, traceIdOf } from './trace.rules.ts';

interface AppOptions {
  log: Log;
  metrics: Metrics;
  trustProxy: boolean;
  /** Whether start-up is complete. Until then every call is refused as unavailable. */
  started: () => boolean;
  health: Health;
  maxConnections: number;
  /** Seconds for the head and the body of a request to be received, and for each MiB of its answer to be read. */
  deadlines?: { head: number; body: number; read: number };
}

/** Maximum length of a logged path, because callers choose its length. */
const maxLoggedChars = 200;

const usualDeadlines = { head: limits.headSeconds, body: limits.bodySeconds, read: limits.readSeconds };

/** The HTTP server without any feature: envelope, errors, logs, metrics, health. */
export async function makeApp(options: AppOptions): Promise<FastifyInstance> {
  const { log, metrics, trustProxy, started, health, maxConnections, deadlines = usualDeadlines } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // One proxy: entries of X-Forwarded-For before its own may be written by the caller.
    trustProxy: trustProxy && ((_address: string, hop: number) => hop === 0),
    genReqId: () => randomUUID(),
    // No child logger per request: creating it costs more than logging. Lines that need the request id add it.
    childLoggerFactory: (logger) => logger,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.uploadSeconds * 1000,
    http: { headersTimeout: deadlines.head * 1000, connectionsCheckingInterval: deadlines.head * 250 },
    connectionTimeout: 2 * limits.requestSeconds * 1000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Calls have no HEAD in the contract, so it is answered like any unknown route.
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerClientError,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  }) as unknown as FastifyInstance;

  await app.register(formbody, { parser: parseForm });
  app.setErrorHandler(answerError);
  limitBodyTime(app, deadlines.body);
  const bounds = { maxConnections, maxHeldBytes: limits.heldBytes, readSeconds: deadlines.read };
  boundConnections(app, bounds, { log, metrics });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    // WeChat opens its pay page only for a registered domain, which it reads from the referrer.
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    if (!hasPlainTarget(request.raw)) {
      reply.header('connection', 'close'); // nothing after it is read
      throw fail('badRequest', { field: 'url' });
    }
    // By the route, not the spelling of the address: /%61pi/… is the same call.
    const url = request.routeOptions.url ?? request.url;
    if (!url.startsWith('/api/') && (url !== payPath || request.method !== 'POST')) return;
    reply.header('cache-control', 'no-store');
    if (!started()) throw fail('unavailable');
  });
  // Searching these few fields for secrets would take most of the time of a line.
  const requestLog = log.child({}, { redact: [] });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const seconds = reply.elapsedTime / 1000;
    const labels = { method: request.method, route, status: reply.statusCode };
    metrics.requests.observe(labels, seconds);
    metrics.requestsUnderOldName.observe(labels, seconds);
    const path = request.url.split('?', 1)[0]?.slice(0, maxLoggedChars);
    const ms = Math.round(reply.elapsedTime);
    const said = {
      traceId: traceIdOf(request.headers.traceparent),
      callerRequestId: callerRequestIdOf(request.headers['x-request-id']),
    };
    const line = { reqId: request.id, ...said, method: request.method, path, status: reply.statusCode, ms };
    if (isProbe(route)) requestLog.debug(line, 'request');
    else requestLog.info(line, 'request');
  });

  serveHealth(app, health, metrics);
  return app;
}

/** A form may name a list `files` or `files[]`. */
function parseForm(body: string): Record<string, unknown> {
  const fields = Object.entries(parse(body)).map(([key, value]) => [key.replace(/\[\]$/, ''), value]);
  return Object.fromEntries(fields);
}
