import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';

export interface Credentials {
  deviceId: string;
  secret: string;
}

/** A client with a chair's name and secret and a will of its own; resolves when it is let in, rejects when not. */
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
  client.on('error', () => {}); // being thrown out is what it is there for
  return client;
}
