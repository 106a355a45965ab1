import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import {
  type ChairTopic,
  type Command,
  chairTopics,
  type EventAck,
  type ServerTopic,
  topicOf,
} from '@recline/contract/topics';
import mqtt, { MqttClient } from 'mqtt';
import type { Log } from '../platform/log.ts';
import type { Broker } from './broker/broker.ts';
import { type ConnectionLog, makeConnectionLog } from './connection-log.ts';

export interface Incoming {
  topic: string;
  payload: Buffer;
  /** Retained by the broker from before we subscribed: it does not mean that the chair is online now. */
  retained: boolean;
}

interface Payloads {
  cmd: Command;
  'evt-ack': EventAck;
}

/** The server as a client of the broker, whether embedded or outside. */
export interface Gateway {
  send<T extends ServerTopic>(deviceId: string, topic: T, payload: Payloads[T]): void;
  subscribe(handle: (message: Incoming) => void): Promise<void>;
  connected(): boolean;
  /** Resolves when all messages that the broker already had for us are passed to `handle`. */
  fence(): Promise<void>;
  stop(): Promise<void>;
}

/** Several servers share an outside broker's messages; the embedded one has one server and no shared subscriptions. */
const group = '$share/recline/';

/** Within the process nothing is lost; an outside broker redelivers until it gets an acknowledgement. */
const qosOf = (prefix: string) => (prefix === '' ? 0 : 1);

export function connectInside(broker: Broker, log: Log): Gateway {
  const stream = () => broker.open() as unknown as ReturnType<ConstructorParameters<typeof MqttClient>[0]>;
  const { username, password } = broker;
  const client = new MqttClient(stream, {
    ...options,
    protocol: 'mqtt',
    clientId: username,
    username,
    password,
    clean: true,
  });
  const { failed, connected } = makeConnectionLog(log);
  const connections = { connected, failed: (error: Error) => (broker.isStopping() ? undefined : failed(error)) };
  const logs = { log, connections };
  return makeGateway(client, { prefix: '', fenceTopic: fenceTopicOf('embedded') }, logs);
}

interface Logs {
  log: Log;
  connections: ConnectionLog;
}

export function connectOutside(url: string, clientId: string, logs: Logs): Gateway {
  const client = mqtt.connect(url, { ...options, clientId, clean: true });
  // Nagle's algorithm and delayed acknowledgements would delay a command by up to 40 ms.
  client.on('connect', () => client.stream instanceof Socket && client.stream.setNoDelay(true));
  return makeGateway(client, { prefix: group, fenceTopic: fenceTopicOf(clientId) }, logs);
}

/** Observes every event of every chair, whichever server it is delivered to. */
export function observeEvents(
  url: string,
  clientId: string,
  connections: ConnectionLog,
  hear: (message: Incoming) => void,
) {
  const client = mqtt.connect(url, { ...options, clientId, clean: true });
  client.on('error', connections.failed);
  client.on('connect', () => client.subscribe(topicOf('+', 'evt'), { qos: 1 }, () => {}));
  client.on('message', (topic, payload, packet) => hear({ topic, payload, retained: packet.retain }));
  return { stop: () => client.endAsync(true) };
}

const options = {
  protocolVersion: 4,
  keepalive: 30,
  reconnectPeriod: 500,
  connectTimeout: 5_000,
  resubscribe: false,
} as const;

/** A server's own topic: a message to it returns after everything queued before. */
const fenceTopicOf = (clientId: string) => `recline/v1/fence/${clientId}`;

interface Subscriptions {
  /** Prefix of every filter: the group of a shared subscription. */
  prefix: string;
  fenceTopic: string;
}

function makeGateway(client: MqttClient, { prefix, fenceTopic }: Subscriptions, logs: Logs): Gateway {
  const { log, connections } = logs;
  client.on('error', connections.failed);
  // mqtt.js reports a broken connection as offline, and each failed attempt as an error and as offline.
  let wasConnected = false;
  client.on('connect', () => {
    wasConnected = true;
    connections.connected();
  });
  client.on('offline', () => {
    if (wasConnected) connections.failed(new Error('the connection broke'));
    wasConnected = false;
  });
  const qos = qosOf(prefix);
  const fences = makeFences(client, fenceTopic, qos);
  const filterOf = (topic: ChairTopic) => `${prefix}${topicOf('+', topic)}`;
  return {
    send(deviceId, topic, payload) {
      client.publish(topicOf(deviceId, topic), JSON.stringify(payload), { qos: 1 }, (error) => {
        if (error) log.warn({ deviceId, topic, error: error.message }, 'could not reach the broker');
      });
    },
    async subscribe(handle) {
      client.on('message', (topic, payload, packet) => {
        if (topic === fenceTopic) fences.returned(payload.toString());
        else handle({ topic, payload, retained: packet.retain });
      });
      const filters = Object.fromEntries(
        [...chairTopics.map(filterOf), fenceTopic].map((filter) => [filter, { qos } as const]),
      );
      const subscribed = new Promise<void>((resolve) => {
        const ask = () => {
          client.subscribe(filters, (error) => {
            if (error) log.error({ error: error.message }, 'could not subscribe');
            else resolve();
          });
          if (prefix !== '') catchUp(client);
        };
        client.on('connect', ask);
        if (client.connected) ask();
      });
      if (prefix === '') await subscribed;
    },
    connected: () => client.connected,
    fence: fences.send,
    stop: () => client.endAsync(true),
  };
}

/** A broker that sends nothing for this long is idle or hangs; in both cases waiting is pointless. */
const silentAfterMs = 2_000;

/** Sends messages to ourselves through the broker. Without a connection there is nothing to wait for. */
function makeFences(client: MqttClient, topic: string, qos: 0 | 1) {
  const waiting = new Map<string, () => void>();
  let lastPacketAt = 0;
  client.on('packetreceive', () => {
    lastPacketAt = Date.now();
  });
  const pass = (id: string) => {
    waiting.get(id)?.();
    waiting.delete(id);
  };
  client.on('close', () => {
    for (const id of [...waiting.keys()]) pass(id);
  });
  const passWhenSilent = (id: string, sentAt: number) => {
    if (!waiting.has(id)) return;
    const left = Math.max(sentAt, lastPacketAt) + silentAfterMs - Date.now();
    if (left <= 0) pass(id);
    else setTimeout(() => passWhenSilent(id, sentAt), left).unref();
  };
  return {
    send: (): Promise<void> =>
      new Promise((resolve) => {
        if (!client.connected) return resolve();
        const id = randomUUID();
        waiting.set(id, resolve);
        client.publish(topic, id, { qos });
        passWhenSilent(id, Date.now());
      }),
    returned: pass,
  };
}

const catchUpFor = 5_000;

/** Shared subscriptions get no retained messages, so a plain one reads the states of all chairs once. */
function catchUp(client: MqttClient): void {
  const states = topicOf('+', 'state');
  client.subscribe(states, { qos: 0 }, () => {});
  setTimeout(() => client.connected && client.unsubscribe(states, () => {}), catchUpFor).unref();
}
