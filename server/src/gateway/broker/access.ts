import { timingSafeEqual } from 'node:crypto';
import { limits } from '@recline/contract/limits';
import { chairTopics, parseTopic, serverTopics } from '@recline/contract/topics';
import type { AedesOptions, AuthenticateError, Client, ConnectPacket, PublishPacket } from 'aedes';
import type { CheckSecret } from './credentials.ts';
import { makeRefusalCount, maxClientIdChars, type Refuse } from './refusals.ts';

export const serverName = '$server';

interface Access {
  checkSecret: CheckSecret;
  /** User name and password of the server's own connection. */
  password: string;
  mayReconnect(deviceId: string): boolean;
  refuse: Refuse;
}

type AccessHooks = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe'>
>;

const isServer = (client: Client | null) => client === null || client.id === serverName;

/** Who may connect, publish and subscribe: the rules that an outside broker has in its configuration. */
export const accessHooks = (access: Access): AccessHooks => ({
  preConnect: preConnect(access),
  authenticate: authenticate(access),
  authorizePublish: authorizePublish(access),
  authorizeSubscribe: authorizeSubscribe(access),
});

const preConnect =
  ({ refuse }: Access): AccessHooks['preConnect'] =>
  (_client, packet, done) => {
    const why = refusalOfConnect(packet);
    if (why === undefined) return done(null, true);
    refuse(packet.clientId, 'connect', why);
    done(new Error(why), false);
  };

const authenticate = ({ checkSecret, password, mayReconnect, refuse }: Access): AccessHooks['authenticate'] => {
  const isRight = async (client: Client, username: string | undefined, given: Buffer | undefined) => {
    if (client.id === serverName) return sameText(given ?? Buffer.alloc(0), password);
    return username === client.id && given !== undefined && (await checkSecret(client.id, given));
  };
  return (client, username, given, done) => {
    isRight(client, username, given).then(
      (good) => {
        // Reconnects count only with the right secret, so that nobody else can use up a chair's limit.
        if (good && (isServer(client) || mayReconnect(client.id))) return done(null, true);
        refuse(client.id, 'connect', good ? 'too many connections of one chair' : 'wrong id or secret');
        done(connectError(good ? 3 : 4), false);
      },
      () => done(connectError(3), false),
    );
  };
};

const authorizePublish =
  ({ refuse }: Access): AccessHooks['authorizePublish'] =>
  (client, packet, done) => {
    const mayUseTopic = isServer(client) || (client && mayPublish(client.id, packet.topic));
    if (!mayBeRetained(packet)) packet.retain = false;
    if (mayUseTopic && packet.qos < 2) return done(null);
    refuse(client?.id ?? null, 'publish', mayUseTopic ? 'QoS 2' : `topic ${packet.topic.slice(0, 100)}`);
    done(new Error('not allowed to publish')); // closes the connection
  };

const authorizeSubscribe = ({ refuse }: Access): AccessHooks['authorizeSubscribe'] => {
  const countRefusal = makeRefusalCount();
  return (client, subscription, done) => {
    const qos = subscription.qos === 2 ? 1 : subscription.qos;
    if (isServer(client) || maySubscribe(client.id, subscription.topic)) return done(null, { ...subscription, qos });
    refuse(client.id, 'subscribe', `topic ${subscription.topic.slice(0, 100)}`);
    countRefusal(client);
    done(null, null);
  };
};

/** The broker keeps retained messages in memory. The protocol retains states only, and limits the size of a message. */
const mayBeRetained = ({ topic, payload }: PublishPacket): boolean =>
  topic.endsWith('/state') && payload.length <= limits.chairMessageBytes;

/** Why a connection is refused before its secret is checked. A last will may only be for the chair's own state. */
function refusalOfConnect({ clientId, will }: ConnectPacket): string | undefined {
  if (clientId.length > maxClientIdChars) return 'a client id that is too long';
  if (!will) return undefined;
  const isOwn = will.topic.endsWith('/state') && mayPublish(clientId, will.topic) && will.payload.length <= 256;
  return isOwn && (will.qos ?? 0) < 2 ? undefined : 'a last will that is not its own';
}

const sameText = (given: Buffer, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));

const connectError = (returnCode: 3 | 4): AuthenticateError =>
  Object.assign(new Error('connection refused'), {
    returnCode: returnCode as number as AuthenticateError['returnCode'],
  });

/** What a chair may do on the broker: publish and subscribe to its own topics only. */
export const mayPublish = (deviceId: string, topic: string): boolean => isOwn(deviceId, topic, chairTopics);

export const maySubscribe = (deviceId: string, filter: string): boolean => isOwn(deviceId, filter, serverTopics);

function isOwn(deviceId: string, topic: string, kinds: readonly string[]): boolean {
  const parsed = parseTopic(topic);
  return parsed !== null && parsed.deviceId === deviceId && kinds.includes(parsed.kind);
}
