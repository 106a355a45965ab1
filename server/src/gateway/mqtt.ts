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
import type { Broker } from './broker.ts';

export interface Incoming {
  topic: string;
  payload: Buffer;
  /** Kept by the broker from before we subscribed: it says how things were, not that the chair is there now. */
  retained: boolean;
}

interface Payloads {
  cmd: Command;
  'evt-ack': EventAck;
}

/** The server as a client of the broker, be it the one inside or one outside. */
export interface Gateway {
  send<T extends ServerTopic>(deviceId: string, topic: T, payload: Payloads[T]): void;
  subscribe(handle: (message: Incoming) => void): Promise<void>;
  connected(): boolean;
  stop(): Promise<void>;
}

/** Several servers share an outside broker's messages; the broker inside has one server and no such thing. */
const group = '$share/recline/';

/** What the broker inside hands us cannot get lost on the way; one outside is to hand it over again until we have it. */
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
  client.connect();
  return makeGateway(client, '', log);
}

export function connectOutside(url: string, clientId: string, log: Log): Gateway {
  const client = mqtt.connect(url, { ...options, clientId, clean: true });
  // Else a command waits until what was sent before it was acknowledged, which may take 40 ms.
  client.on('connect', () => client.stream instanceof Socket && client.stream.setNoDelay(true));
  return makeGateway(client, group, log);
}

/** Hears every event of every chair, whichever server it is meant for. */
export function observeEvents(url: string, clientId: string, log: Log, hear: (message: Incoming) => void) {
  const client = mqtt.connect(url, { ...options, clientId, clean: true });
  client.on('error', (error) => log.warn({ error: error.message }, 'the broker connection of the witness'));
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

function makeGateway(client: MqttClient, prefix: string, log: Log): Gateway {
  client.on('error', (error) => log.warn({ error: error.message }, 'the broker connection'));
  client.on('offline', () => log.warn('the broker is out of reach'));
  const filterOf = (topic: ChairTopic) => `${prefix}${topicOf('+', topic)}`;
  return {
    send(deviceId, topic, payload) {
      client.publish(topicOf(deviceId, topic), JSON.stringify(payload), { qos: 1 }, (error) => {
        if (error) log.warn({ deviceId, topic, error: error.message }, 'could not reach the broker');
      });
    },
    async subscribe(handle) {
      client.on('message', (topic, payload, packet) => handle({ topic, payload, retained: packet.retain }));
      const qos = qosOf(prefix);
      const filters = Object.fromEntries(chairTopics.map((topic) => [filterOf(topic), { qos } as const]));
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
    stop: () => client.endAsync(true),
  };
}

const catchUpFor = 5_000;

/** Shared subscriptions get no retained messages: the states of all chairs are read once by a plain one. */
function catchUp(client: MqttClient): void {
  const states = topicOf('+', 'state');
  client.subscribe(states, { qos: 0 }, () => {});
  setTimeout(() => client.connected && client.unsubscribe(states, () => {}), catchUpFor).unref();
}
