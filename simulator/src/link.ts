import { Socket } from 'node:net';
import { topicOf } from '@recline/contract/topics';
import mqtt, { type MqttClient } from 'mqtt';

export interface LinkOptions {
  brokerUrl: string;
  deviceId: string;
  secret: string;
  reconnectAfter: number;
  heartbeatSeconds: number;
}

export interface LinkListener {
  receive(topic: string, text: string): void;
  connected(): void;
  beat(): void;
}

/** CONNACK codes for which a retry is useless: wrong version, name or secret, not authorised. */
const refusals: unknown[] = [1, 2, 4, 5];

/** A chair's connection to the broker. */
export class ChairLink {
  private readonly options: LinkOptions;
  private readonly listener: LinkListener;
  private client: MqttClient | undefined;

  constructor(options: LinkOptions, listener: LinkListener) {
    this.options = options;
    this.listener = listener;
  }

  get connected(): boolean {
    return this.client?.connected ?? false;
  }

  /** Resolves when the broker has accepted the chair, and its subscriptions. */
  async connect(): Promise<void> {
    await this.drop();
    const client = this.open();
    this.client = client;
    client.on('message', (topic, payload) => this.listener.receive(topic, payload.toString()));
    client.on('connect', () => {
      // Nagle's algorithm and delayed acknowledgements would delay small packets by 40 ms.
      if (client.stream instanceof Socket) client.stream.setNoDelay(true);
      this.listener.connected();
    });
    this.beatUntilEnd(client);
    await this.accepted(client);
  }

  /** Cuts the network: no disconnect message. */
  async drop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    if (!client) return;
    client.stream?.destroy();
    await client.endAsync(true);
  }

  publish(topic: string, text: string, retain: boolean): void {
    this.client?.publish(topic, text, { qos: 1, retain }, () => {});
  }

  /** Messages lost with the connection are not resent. */
  publishOnce(topic: string, text: string): void {
    if (this.connected) this.client?.publish(topic, text);
  }

  /** Resolves when the broker has received the message. */
  async publishAcknowledged(topic: string, text: string): Promise<void> {
    await this.client?.publishAsync(topic, text, { qos: 1 });
  }

  /** Whether the chair is connected, and by the same connection as when this was called. */
  whileConnected(): () => boolean {
    const { client } = this;
    return () => this.client === client && this.connected;
  }

  private open(): MqttClient {
    const { brokerUrl, deviceId, secret, reconnectAfter } = this.options;
    return mqtt.connect(brokerUrl, {
      clientId: deviceId,
      username: deviceId,
      password: secret,
      clean: false,
      protocolVersion: 4,
      keepalive: 60,
      reconnectPeriod: reconnectAfter,
      reconnectOnConnackError: true,
      resubscribe: false,
      queueQoSZero: false,
      will: { topic: topicOf(deviceId, 'state'), payload: Buffer.from('{"state":"offline"}'), qos: 1, retain: true },
    });
  }

  /** Chairs of one place are not switched on at the same moment, so their heartbeats are spread over time. */
  private beatUntilEnd(client: MqttClient): void {
    const { heartbeatSeconds } = this.options;
    let beat: NodeJS.Timeout;
    const beatAfter = (seconds: number) => {
      beat = setTimeout(() => {
        this.listener.beat();
        beatAfter(heartbeatSeconds);
      }, seconds * 1000);
    };
    beatAfter(Math.random() * heartbeatSeconds);
    client.on('end', () => clearTimeout(beat));
  }

  private accepted(client: MqttClient): Promise<void> {
    const { deviceId } = this.options;
    const filters = [topicOf(deviceId, 'cmd'), topicOf(deviceId, 'evt-ack')];
    return new Promise((resolve, reject) => {
      client.on('error', (error) => {
        if (!('code' in error) || !refusals.includes(error.code)) return; // a network or server error: retried
        client.end(true);
        reject(error);
      });
      // A connection that broke before the answer is followed by another, which repeats the request.
      client.on('connect', () => client.subscribe(filters, { qos: 1 }, (error) => error ?? resolve()));
    });
  }
}
