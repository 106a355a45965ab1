import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type Duplex, duplexPair, Readable } from 'node:stream';
import { limits } from '@recline/contract/limits';
import { Aedes, type AuthenticateError, type Client, type ConnectPacket, type PublishPacket } from 'aedes';
import { systemClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { makeLogLimit } from '../platform/log-limit.ts';
import type { Metrics } from '../platform/metrics.ts';
import { listenOptions, type SharedPort, shareListening } from '../platform/reuse-port.ts';
import { limitConnections, limitReconnects } from './connection-limit.ts';
import type { CheckSecret } from './credentials.ts';
import { frameLimit, rateLimit } from './frames.ts';
import { limitOutgoing } from './outgoing-limit.ts';
import { mayPublish, maySubscribe } from './rights.ts';

const serverName = '$server';
const frameBytes = 8 * limits.chairMessageBytes;
/** A chair sends a few messages a minute, and replays at most five a second. */
const framesASecond = 1_000;
const framesAtOnce = 5_000;
const maxClientIdChars = 64;
/** A chair retries about once a second. */
const reconnectsASecond = 1;
const reconnectsAtOnce = 60;
/** A chair sends its id and secret as soon as it is connected. */
const connectWithinMs = 15_000;
/** Refused subscriptions of one connection. */
const maxRefusals = 5;
const maxUnacknowledged = 100;
const maxUnreadBytes = 256 * 1024;

export interface Broker {
  /** The server's own connection: a stream inside the process, with its user name and password. */
  open(): Duplex;
  username: string;
  password: string;
  /** Listens for chairs; before this only the server is connected. Returns the port. */
  listen(port: number, host: string): Promise<number>;
  /** Ends a chair's connection; it may come back with the right secret. */
  drop(deviceId: string): void;
  stop(): Promise<void>;
}

interface BrokerDeps {
  checkSecret: CheckSecret;
  maxConnections: number;
  log: Log;
  metrics: Metrics;
}

/** The embedded broker, with the access rules that an outside one has in its configuration. */
export async function startBroker({ checkSecret, maxConnections, log, metrics }: BrokerDeps): Promise<Broker> {
  const password = randomBytes(32).toString('base64url');
  const sockets = new Set<Socket>();
  const admitToLog = makeLogLimit(systemClock, { perKey: 3, inAll: 60 });
  const refuse = (deviceId: string | null, topic: string, why: string) => {
    metrics.chairMessages.inc({ topic, outcome: 'refused' });
    const id = deviceId?.slice(0, maxClientIdChars) ?? null;
    const logged = admitToLog(`${id} ${topic}`);
    if (logged) log.warn({ deviceId: id, why, ...logged }, 'refused a chair');
  };
  /** A client that is refused again and again is disconnected. */
  const refusals = new WeakMap<Client, number>();
  const countRefusal = (client: Client) => {
    const count = (refusals.get(client) ?? 0) + 1;
    refusals.set(client, count);
    if (count >= maxRefusals) client.close();
  };
  const connections = limitConnections(maxConnections, () => refuse(null, 'connect', 'too many connections'));
  /** Counted for the right secret only: nobody else can use up a chair's tries. */
  const mayReconnect = limitReconnects(reconnectsASecond, reconnectsAtOnce);
  const isServer = (client: Client | null) => client === null || client.id === serverName;

  const broker = await Aedes.createBroker({
    drainTimeout: 20_000,
    connectTimeout: connectWithinMs,
    maxTopicLevels: 8,
    preConnect: (_client, packet, done) => {
      const why = refusalOfConnect(packet);
      if (why === undefined) return done(null, true);
      refuse(packet.clientId, 'connect', why);
      done(new Error(why), false);
    },
    authenticate: (client, username, given, done) => {
      const admit = async () => {
        if (client.id === serverName) return sameText(given ?? Buffer.alloc(0), password);
        return username === client.id && given !== undefined && (await checkSecret(client.id, given));
      };
      admit().then(
        (good) => {
          if (good && (isServer(client) || mayReconnect(client.id))) return done(null, true);
          refuse(client.id, 'connect', good ? 'too many connections of one chair' : 'wrong id or secret');
          done(connectError(good ? 3 : 4), false);
        },
        () => done(connectError(3), false),
      );
    },
    authorizePublish: (client, packet, done) => {
      const mayUseTopic = isServer(client) || (client && mayPublish(client.id, packet.topic));
      if (!mayBeRetained(packet)) packet.retain = false;
      if (mayUseTopic && packet.qos < 2) return done(null);
      refuse(client?.id ?? null, 'publish', mayUseTopic ? 'QoS 2' : `topic ${packet.topic.slice(0, 100)}`);
      done(new Error('not allowed to publish so')); // ends the connection
    },
    authorizeSubscribe: (client, subscription, done) => {
      const qos = subscription.qos === 2 ? 1 : subscription.qos;
      if (isServer(client) || maySubscribe(client.id, subscription.topic)) return done(null, { ...subscription, qos });
      refuse(client.id, 'subscribe', `topic ${subscription.topic.slice(0, 100)}`);
      countRefusal(client);
      done(null, null);
    },
  });
  lookUpRetainedOnlyByPattern(broker);
  broker.on('clientError', (client, error) => log.debug({ deviceId: client.id, error: error.message }, 'chair error'));
  broker.on('connectionError', (_client, error) => log.debug({ error: error.message }, 'connection error'));

  const connected = new Map<string, Client>();
  broker.on('client', (client) => {
    connected.set(client.id, client);
    connections.admit(client.conn);
  });
  broker.on('clientDisconnect', (client) => {
    if (connected.get(client.id) === client) connected.delete(client.id);
  });

  limitOutgoing(broker, maxUnacknowledged, (deviceId) => {
    refuse(deviceId, 'unacknowledged', `more than ${maxUnacknowledged} messages without an acknowledgement`);
    connected.get(deviceId)?.close();
  });
  const stopWatch = endSlowReaders(sockets, (why) => refuse(null, 'unread', why));

  let shared: SharedPort | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    connections.open(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.setNoDelay(true);
    refuseTooMuch(socket, () => refuse(null, 'connect', 'a frame too large, or too many'));
    broker.handle(socket);
  });
  return {
    username: serverName,
    password,
    open() {
      const [near, far] = duplexPair();
      broker.handle(far);
      return near;
    },
    async listen(port, host) {
      server.listen(await listenOptions(host, port));
      await once(server, 'listening');
      shared = await shareListening(server, host);
      return shared.port;
    },
    drop: (deviceId) => connected.get(deviceId)?.close(),
    async stop() {
      stopWatch();
      const closed = shared && Promise.all([shared.close(), new Promise((resolve) => server.close(resolve))]);
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

interface RetainedMessages {
  createRetainedStreamCombi(patterns: string[]): Readable;
}

/**
 * For every subscription the broker scans all retained messages. Chairs subscribe to topics without any, and ten
 * thousand of them reconnecting together would keep it busy for minutes, so only patterns are looked up.
 */
function lookUpRetainedOnlyByPattern(broker: Aedes): void {
  const { persistence } = broker as unknown as { persistence: RetainedMessages };
  const lookUp = persistence.createRetainedStreamCombi.bind(persistence);
  persistence.createRetainedStreamCombi = (topics) => {
    const patterns = topics.filter((topic) => /[+#]/.test(topic));
    return patterns.length > 0 ? lookUp(patterns) : Readable.from([]);
  };
}

/** The broker keeps retained messages in memory. The protocol retains states only, and limits the size of a message. */
const mayBeRetained = ({ topic, payload }: PublishPacket): boolean =>
  topic.endsWith('/state') && payload.length <= limits.chairMessageBytes;

/** Why a connection is refused before its secret is checked. A last will is its chair's own state, and nothing else. */
function refusalOfConnect({ clientId, will }: ConnectPacket): string | undefined {
  if (clientId.length > maxClientIdChars) return 'a client id that is too long';
  if (!will) return undefined;
  const isOwn = will.topic.endsWith('/state') && mayPublish(clientId, will.topic) && will.payload.length <= 256;
  return isOwn && (will.qos ?? 0) < 2 ? undefined : 'a last will that is not its own';
}

/**
 * Ends connections whose peer does not read what it is sent: with too much unread, or with a buffer that was full the
 * last time too. The broker has a hundred deliveries under way at once, and each waits for such a buffer: a chair that
 * reads nothing would hold up every other one.
 */
function endSlowReaders(sockets: ReadonlySet<Socket>, onEnd: (why: string) => void): () => void {
  let fullBefore = new Set<Socket>();
  const timer = setInterval(() => {
    const full = new Set<Socket>();
    for (const socket of sockets) {
      if (socket.writableNeedDrain) full.add(socket);
      const isTooMuch = socket.writableLength > maxUnreadBytes;
      if (!isTooMuch && !(full.has(socket) && fullBefore.has(socket))) continue;
      onEnd(isTooMuch ? `more than ${maxUnreadBytes} bytes unread` : 'a full buffer that is not read');
      socket.destroy();
    }
    fullBefore = full;
  }, 500).unref();
  return () => clearInterval(timer);
}

function refuseTooMuch(socket: Socket, refused: () => void): void {
  const fits = frameLimit(frameBytes, rateLimit(framesASecond, framesAtOnce, Date.now));
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (chunk === null || fits(chunk)) return chunk;
    refused();
    socket.destroy();
    return null;
  };
}

const sameText = (given: Buffer, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));

const connectError = (returnCode: 3 | 4): AuthenticateError =>
  Object.assign(new Error('not let in'), { returnCode: returnCode as number as AuthenticateError['returnCode'] });
