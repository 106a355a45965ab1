import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import type { Log } from '../../platform/log.ts';
import { within } from '../../platform/schedule.ts';

const connectWithinMs = 5_000;
const answerWithinMs = 5_000;
/** How much later a message may arrive over a shared subscription than over a plain one. */
const laterByMs = 1_000;

/**
 * Several servers divide the chairs' messages by a shared subscription (`$share/…`). A broker without them may refuse
 * one, or treat it as an ordinary topic: then no message ever arrives. Undefined if the broker cannot be reached.
 */
export async function hasSharedSubscriptions(url: string, clientId: string): Promise<boolean | undefined> {
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    clientId,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: connectWithinMs,
  });
  client.on('error', () => {}); // no connection: unknown
  try {
    const asked = Promise.race([ask(client), closed(client)]);
    return await within(connectWithinMs + answerWithinMs + laterByMs, asked).catch(() => undefined);
  } finally {
    await client.endAsync(true);
  }
}

const closed = (client: MqttClient): Promise<undefined> =>
  new Promise((resolve) => client.once('close', () => resolve(undefined)));

async function ask(client: MqttClient): Promise<boolean> {
  await new Promise<void>((resolve) => client.once('connect', () => resolve()));
  const topic = `recline/v1/fence/${randomUUID()}`;
  const [plain, shared] = [`${topic}/plain`, `${topic}/shared`];
  await client.subscribeAsync(plain, { qos: 1 });
  if (!(await takes(client, `$share/recline-check/${shared}`))) return false;
  const answer = new Promise<boolean>((resolve) => {
    client.on('message', (from) => {
      if (from === shared) resolve(true);
      else setTimeout(() => resolve(false), laterByMs).unref();
    });
  });
  await client.publishAsync(shared, '', { qos: 1 });
  await client.publishAsync(plain, '', { qos: 1 });
  return answer;
}

const refusedCode = 128;

const takes = (client: MqttClient, filter: string): Promise<boolean> =>
  client.subscribeAsync(filter, { qos: 1 }).then(
    (granted) => granted.every(({ qos }) => Number(qos) < refusedCode),
    (error) => {
      if (client.connected) return false;
      throw error;
    },
  );

/** Throws if the broker has none. One that is unreachable now is not checked later, which is logged. */
export async function requireSharedSubscriptions(url: string, clientId: string, log: Log): Promise<void> {
  const has = await hasSharedSubscriptions(url, clientId);
  if (has === undefined) log.warn('the broker does not answer, so it is unknown whether it has shared subscriptions');
  if (has !== false) return;
  const { protocol, host } = new URL(url);
  throw new Error(
    `The broker at ${protocol}//${host} has no shared subscriptions ($share/…), by which servers divide the chairs' messages. Use one that has them, for instance Mosquitto 2 or EMQX, or leave MQTT_URL empty for the embedded broker.`,
  );
}
