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
