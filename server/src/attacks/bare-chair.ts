import { once } from 'node:events';
import { connect } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';

export interface Credentials {
  deviceId: string;
  secret: string;
}

/** An MQTT client with a chair's name and secret and any last will; resolves when accepted, rejects otherwise. */
export async function connectBare(
  url: string,
  { deviceId, secret }: Credentials,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = mqtt.connect(url, {
    clientId: deviceId,
    username: deviceId,
    password: secret,
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: 20_000,
    ...options,
  });
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  client.on('error', () => {}); // the broker is expected to disconnect it
  return client;
}

interface Silence {
  /** The quality of service of its subscription. */
  qos?: 0 | 1;
  /** Whether it reads from its socket. */
  reads?: boolean;
}

/** A chair with a kept session that never acknowledges messages: MQTT as bytes on a socket. */
export async function connectSilent(
  url: string,
  { deviceId, secret }: Credentials,
  { qos = 1, reads = true }: Silence = {},
) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {}); // the broker is expected to disconnect it
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  const text = (value: string) => {
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
  };
  const frame = (type: number, body: Buffer) => {
    const length = [];
    for (let left = body.length; left > 0 || length.length === 0; left >>= 7) {
      length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    }
    return Buffer.concat([Buffer.from([type, ...length]), body]);
  };
  const number = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const hello = Buffer.concat([
    text('MQTT'),
    Buffer.from([4, 0xc0, 0, 60]),
    text(deviceId),
    text(deviceId),
    text(secret),
  ]);
  socket.write(frame(0x10, hello));
  await once(socket, 'data');
  const subscription = Buffer.concat([number(1), text(`chair/v1/${deviceId}/evt-ack`), Buffer.from([qos])]);
  socket.write(frame(0x82, subscription));
  await once(socket, 'data');
  if (!reads) socket.pause();
  return {
    /** How often a text was received. */
    count: (part: string): number => received.split(part).length - 1,
    read: () => void socket.resume(),
    get closed() {
      return socket.closed || socket.destroyed;
    },
    publish(topic: string, payload: string, id: number): void {
      socket.write(frame(0x32, Buffer.concat([text(topic), number(id), Buffer.from(payload)])));
    },
  };
}
