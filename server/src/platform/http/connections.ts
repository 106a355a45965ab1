import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@recline/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { systemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { makeLogLimit } from '../log-limit.ts';
import type { Metrics } from '../metrics.ts';
import { lineOf } from './address.ts';
import { bufferedBodyBytes, isExtended } from './body-timeout.ts';
import { type Cuttable, chooseCuts } from './connections.rules.ts';

export interface ConnectionLimits {
  maxConnections: number;
  /** Bytes of bodies and unread answers, over all connections. */
  maxHeldBytes: number;
  /** Seconds in which a client must read its answer, for each started MiB. */
  readSeconds: number;
}

/** A request in progress, and its bytes in memory. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  answered: boolean;
  bytes: number;
  since: number;
  /** When the answer must have been read. */
  deadline: number;
}

interface Connection {
  socket: Socket;
  /** The client's address, as limits count it; behind a proxy, that of its last request. */
  ip: string;
  address: string;
  /** Whether it ever had a request. */
  used: boolean;
  since: number;
  exchanges: Map<IncomingMessage, Exchange>;
}

/** Browsers and proxies do not pipeline. A client that does may leave this many answers unread. */
const maxPipelined = 32;
const sweepEveryMs = 1_000;
/** The share of a limit that is freed at a time, because choosing scans every connection. */
const freedShare = 0.05;
/** If nothing can be cut, the next search waits a while. */
const pauseMs = 100;
/** The part of a streamed file that is in memory. */
const streamedBytes = 64 * 1024;
const MiB = 1024 * 1024;

/**
 * Limits what clients hold while the server does nothing for them: connections, incomplete requests, unread answers.
 * Under pressure the oldest are cut, so that new requests are served.
 */
export function boundConnections(app: FastifyInstance, given: ConnectionLimits, deps: { log: Log; metrics: Metrics }) {
  const connections = makeConnections(given, deps);
  app.server.on('connection', connections.open);
  app.addHook('onRequest', (request, reply, done) => {
    connections.begin(request, reply);
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    connections.answer(request, payload);
    done(null, payload);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    connections.end(request);
    done();
  });
  const sweeping = setInterval(connections.cutUnread, sweepEveryMs).unref();
  app.addHook('preClose', async () => {
    clearInterval(sweeping);
    connections.destroyUnused();
  });
}

function makeConnections(given: ConnectionLimits, { log, metrics }: { log: Log; metrics: Metrics }) {
  const { maxConnections, maxHeldBytes, readSeconds } = given;
  const connections = new Map<Socket, Connection>();
  const admitToLog = makeLogLimit(systemClock, { perKey: 1, inAll: 10 });
  let heldBytes = 0;
  let pausedUntil = 0;

  const hold = (exchange: Exchange, bytes: number) => {
    heldBytes += bytes - exchange.bytes;
    exchange.bytes = bytes;
    if (heldBytes > maxHeldBytes) relieve(heldBytes - maxHeldBytes + freedShare * maxHeldBytes, bytesOf);
  };

  function forget(socket: Socket): void {
    for (const { bytes } of connections.get(socket)?.exchanges.values() ?? []) heldBytes -= bytes;
    connections.delete(socket);
    metrics.connections.set(connections.size);
  }

  function cut({ socket, address }: Connection, reason: 'pressure' | 'unread' | 'pipelined'): void {
    metrics.connectionsCut.inc({ reason });
    const logged = admitToLog(reason);
    if (logged) log.warn({ reason, address, ...logged }, 'cut a connection');
    forget(socket);
    socket.destroy();
  }

  function relieve(excess: number, weightOf: (connection: Connection) => number): void {
    if (performance.now() < pausedUntil) return;
    const all = [...connections.values()];
    const cuts = chooseCuts(
      all.map((connection) => ({ connection, ...describe(connection), weight: weightOf(connection) })),
      excess,
    );
    if (cuts.length === 0) pausedUntil = performance.now() + pauseMs;
    for (const { connection } of cuts) cut(connection, 'pressure');
  }

  const exchangeOf = ({ raw }: FastifyRequest) => connections.get(raw.socket)?.exchanges.get(raw);

  return {
    open(socket: Socket): void {
      const ip = socket.remoteAddress ?? '';
      const address = lineOf(ip);
      const since = performance.now();
      connections.set(socket, { socket, ip, address, used: false, since, exchanges: new Map() });
      metrics.connections.set(connections.size);
      socket.once('close', () => forget(socket));
      if (connections.size > maxConnections) relieve(freedShare * maxConnections, () => 1);
    },
    begin(request: FastifyRequest, { raw: response }: FastifyReply): void {
      const connection = connections.get(request.raw.socket);
      if (!connection) return;
      const [since, deadline] = [performance.now(), Number.POSITIVE_INFINITY];
      const exchange = { request: request.raw, response, answered: false, bytes: 0, since, deadline };
      connection.used = true;
      if (request.ip !== connection.ip) {
        connection.ip = request.ip;
        connection.address = lineOf(request.ip);
      }
      connection.exchanges.set(request.raw, exchange);
      if (connection.exchanges.size > maxPipelined) cut(connection, 'pipelined');
      else hold(exchange, bufferedBodyBytes(request.raw));
    },
    answer(request: FastifyRequest, payload: unknown): void {
      const exchange = exchangeOf(request);
      if (!exchange) return;
      const length = lengthOf(payload);
      const seconds = length === undefined ? limits.uploadSeconds : readSeconds * Math.max(1, Math.ceil(length / MiB));
      exchange.answered = true;
      exchange.since = performance.now();
      exchange.deadline = exchange.since + seconds * 1000;
      hold(exchange, length ?? streamedBytes);
    },
    end(request: FastifyRequest): void {
      const exchange = exchangeOf(request);
      const connection = connections.get(request.raw.socket);
      if (!connection || !exchange) return;
      hold(exchange, 0);
      connection.exchanges.delete(request.raw);
      connection.since = performance.now();
    },
    cutUnread(): void {
      const now = performance.now();
      for (const connection of connections.values()) {
        if (exchangesOf(connection).some(({ deadline }) => deadline < now)) cut(connection, 'unread');
      }
    },
    /** Node does not count a connection that never had a request as idle: closing the server would wait for it. */
    destroyUnused(): void {
      for (const { socket, used } of connections.values()) if (!used) socket.destroy();
    },
  };
}

/** The length of an answer that is in memory; undefined for a stream. */
function lengthOf(payload: unknown): number | undefined {
  if (payload === undefined || payload === null) return 0;
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : undefined;
}

const exchangesOf = ({ exchanges }: Connection): Exchange[] => [...exchanges.values()];
const bytesOf = (connection: Connection): number => exchangesOf(connection).reduce((sum, { bytes }) => sum + bytes, 0);

function describe(connection: Connection): Omit<Cuttable, 'weight'> {
  const exchanges = exchangesOf(connection);
  const kinds = exchanges.map(kindOf);
  const order = ['work', 'unfinished', 'stream'] as const;
  return {
    address: connection.address,
    holds: order.find((kind) => kinds.includes(kind)) ?? (connection.used ? 'nothing' : 'unfinished'),
    since: exchanges.length === 0 ? connection.since : Math.min(...exchanges.map(({ since }) => since)),
  };
}

function kindOf({ request, response, answered }: Exchange): Cuttable['holds'] {
  if (answered) return 'unfinished';
  if (!request.complete) return isExtended(request) ? 'stream' : 'unfinished';
  // The answer of a call starts when it is complete; only an event stream never completes.
  return response.headersSent ? 'stream' : 'work';
}
