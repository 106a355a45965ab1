import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChairTopic, command as commandSchema, topicOf } from '@recline/contract/topics';
import { type Credentials, connectBare } from '../server/src/attacks/bare-chair.ts';

export type Message = [topic: ChairTopic, body: object];

/** A chair with its own secret that sends any message, and obeys some commands only. */
export function makeHostileChair(brokerUrl: string, credentials: Credentials) {
  const { deviceId } = credentials;
  let client: Awaited<ReturnType<typeof connectBare>> | undefined;
  let connecting: Promise<unknown> = Promise.resolve();
  let mood: 'runs' | 'breaks' | 'silent' = 'runs';

  async function connect(): Promise<void> {
    if (client?.connected) return;
    client?.end(true);
    client = await connectBare(brokerUrl, credentials).catch(() => undefined); // the network is cut
    client?.on('message', (_topic, text) => obey(text.toString()));
    client?.subscribe([topicOf(deviceId, 'cmd')], { qos: 1 }, () => {});
  }

  /** One connection at a time: a second one of the same name would end the first. */
  async function say(messages: Message[]): Promise<void> {
    connecting = connecting.then(connect);
    await connecting;
    for (const [topic, body] of messages)
      client?.publish(topicOf(deviceId, topic), JSON.stringify(body), { qos: 1, retain: topic === 'state' }, () => {});
  }

  function obey(text: string): void {
    const { commandId, type, orderId, minutes, gear } = commandSchema.parse(JSON.parse(text));
    if (type !== 'start' || mood === 'silent') return;
    const started = event({ type: 'started', orderId, minutes, gear });
    void say([
      ['ack', { commandId, result: 'accepted', at: now() }],
      started,
      started,
      ['ack', { commandId, result: 'rejected', reason: 'busy', at: now() }],
      ...(mood === 'breaks' ? [event({ type: 'ended', orderId, ranSeconds: 0, reason: 'fault' })] : []),
    ]);
  }

  return {
    deviceId,
    say,
    obeysWith(next: 'runs' | 'breaks') {
      mood = next;
    },
    /** Resolves when everything that it sent is handled, or dropped with its connection. */
    async quieten(isStored: (deviceId: string, eventId: string) => Promise<boolean>): Promise<void> {
      mood = 'silent'; // a command that arrives now would make it speak after its last word
      await connecting;
      if (!client) return;
      await client.endAsync(true);
      const eventId = randomUUID();
      const last = event({ type: 'cleared', code: 'over', eventId });
      for (const deadline = Date.now() + quietenWithinMs; !(await isStored(deviceId, eventId)); await sleep(200)) {
        if (Date.now() > deadline) throw new Error('no message of the hostile chair arrives');
        await say([last]);
      }
      await client?.endAsync(true);
    },
  };
}
export type HostileChair = ReturnType<typeof makeHostileChair>;

const quietenWithinMs = 60_000;

// Its messages ------------------------------------------------------------------------------

export const now = () => new Date().toISOString();
export const event = (body: object): Message => [
  'evt',
  { eventId: randomUUID(), bootId: 1, seq: 1, at: now(), ...body },
];
export const state = (body: object): Message => [
  'state',
  { state: 'idle', firmware: 'x', bootId: 1, seq: 1, at: now(), ...body },
];
