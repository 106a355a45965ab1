import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { Aedes, type Client } from 'aedes';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { listenOptions, type SharedPort, shareListening } from '../../platform/reuse-port.ts';
import { accessHooks, serverName } from './access.ts';
import { limitConnections, limitReconnects } from './connection-limit.ts';
import type { CheckSecret } from './credentials.ts';
import { limitOutgoing, lookUpRetainedOnlyByPattern } from './persistence-limits.ts';
import { makeRefuse, type Refuse } from './refusals.ts';
import { closeSlowReaders, readAll, refuseTooMuch } from './socket-limits.ts';

/** A chair retries about once a second. */
export const reconnectsASecond = 1;
export const reconnectsAtOnce = 60;
/** A chair sends its id and secret as soon as it is connected. */
const connectWithinMs = 15_000;
export const maxUnacknowledged = 100;

/**
 * No bound on concurrent messages: above a bound the broker queues, and it drains a queue without listeners by
 * recursion, until the stack overflows. A client has one message in progress at a time anyway.
 */
export const brokerSettings = {
  concurrency: 0,
  drainTimeout: 20_000,
  connectTimeout: connectWithinMs,
  maxTopicLevels: 8,
};

export interface Broker {
  /** The server's own connection: a stream inside the process, with its own user name and password. */
  open(): Duplex;
  username: string;
  password: string;
  /** Listens for chairs; before this only the server is connected. Returns the port. */
  listen(port: number, host: string): Promise<number>;
  /** Closes a chair's connection; it may reconnect with the right secret. */
  drop(deviceId: string): void;
  /** Stops: from then on nothing is delivered, and the server's connections end at once. */
  isStopping(): boolean;
  stop(): Promise<void>;
}

interface BrokerOptions {
  checkSecret: CheckSecret;
  maxConnections: number;
  log: Log;
  metrics: Metrics;
}

/** The embedded broker, with the access rules that an outside one has in its configuration. */
export async function startBroker({ checkSecret, maxConnections, log, metrics }: BrokerOptions): Promise<Broker> {
  const refuse = makeRefuse(log, metrics);
  const password = randomBytes(32).toString('base64url');
  const mayReconnect = limitReconnects(reconnectsASecond, reconnectsAtOnce);
  const broker = await Aedes.createBroker({
    ...brokerSettings,
    ...accessHooks({ checkSecret, password, mayReconnect, refuse }),
  });
  lookUpRetainedOnlyByPattern(broker);
  logErrors(broker, log);
  const connected = trackClients(broker);
  limitOutgoing(broker, maxUnacknowledged, (deviceId) => {
    refuse(deviceId, 'unacknowledged', `more than ${maxUnacknowledged} messages without an acknowledgement`);
    connected.get(deviceId)?.close();
  });
  const door = openDoor(broker, maxConnections, refuse);
  let stopping = false;
  return {
    username: serverName,
    password,
    open() {
      const [near, far] = duplexPair();
      far.once('close', () => near.destroy()); // a stream pair does not do that by itself
      if (stopping) far.destroy();
      else {
        readAll(far);
        broker.handle(far);
      }
      return near;
    },
    listen: door.listen,
    drop: (deviceId) => connected.get(deviceId)?.close(),
    isStopping: () => stopping,
    stop() {
      stopping = true;
      return door.close(() => new Promise<void>((resolve) => broker.close(() => resolve())));
    },
  };
}

function logErrors(broker: Aedes, log: Log): void {
  broker.on('clientError', (client, error) => log.debug({ deviceId: client.id, error: error.message }, 'chair error'));
  broker.on('connectionError', (_client, error) => log.debug({ error: error.message }, 'connection error'));
}

/** The connected clients by their id. */
function trackClients(broker: Aedes): ReadonlyMap<string, Client> {
  const connected = new Map<string, Client>();
  broker.on('client', (client) => connected.set(client.id, client));
  broker.on('clientDisconnect', (client) => {
    if (connected.get(client.id) === client) connected.delete(client.id);
  });
  return connected;
}

/** The port for chairs: hands their connections to the broker, within limits. */
function openDoor(broker: Aedes, maxConnections: number, refuse: Refuse) {
  const sockets = new Set<Socket>();
  const connections = limitConnections(maxConnections, () => refuse(null, 'connect', 'too many connections'));
  broker.on('client', (client) => connections.admit(client.conn));
  const stopWatch = closeSlowReaders(sockets, (why) => refuse(null, 'unread', why));
  const server = createServer((socket) => {
    sockets.add(socket);
    connections.open(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.setNoDelay(true);
    refuseTooMuch(socket, () => refuse(null, 'connect', 'a frame too large, or too many'));
    broker.handle(socket);
  });
  let shared: SharedPort | undefined;
  return {
    async listen(port: number, host: string): Promise<number> {
      server.listen(await listenOptions(host, port));
      await once(server, 'listening');
      shared = await shareListening(server, host);
      return shared.port;
    },
    /** Accepts no more connections, closes the broker, and then the remaining connections. */
    async close(closeBroker: () => Promise<void>): Promise<void> {
      stopWatch();
      const closed = shared && Promise.all([shared.close(), closedServer(server)]);
      await closeBroker();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const closedServer = (server: Server) => new Promise((resolve) => server.close(resolve));
