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

/** A chair with a kept session that never acknowledges what it is sent: MQTT as bytes on a socket. */
export async function connectSilent(url: string, deviceId: string, secret: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {}); // the broker is expected to disconnect it
  await once(socket, 'connect');
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
  socket.resume();
  const subscription = Buffer.concat([number(1), text(`chair/v1/${deviceId}/evt-ack`), Buffer.from([1])]);
  socket.write(frame(0x82, subscription));
  return {
    get closed() {
      return socket.closed || socket.destroyed;
    },
    publish(topic: string, payload: string, id: number): void {
      socket.write(frame(0x32, Buffer.concat([text(topic), number(id), Buffer.from(payload)])));
    },
  };
}
