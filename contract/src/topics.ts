import { z } from 'zod';
import { isDeviceNumber } from './device-number.ts';
import { gears } from './dictionary.ts';
import { isPlain, withoutBidiControls } from './fields.ts';
import { currencies } from './money.ts';

/** The chair protocol: topics and payloads. docs/chair-protocol.md describes it. */
export const topicRoot = 'chair/v1';

export const chairTopics = ['state', 'hb', 'ack', 'evt'] as const;
export const serverTopics = ['cmd', 'evt-ack'] as const;
export type ChairTopic = (typeof chairTopics)[number];
export type ServerTopic = (typeof serverTopics)[number];

export const topicOf = (deviceId: string, topic: ChairTopic | ServerTopic) => `${topicRoot}/${deviceId}/${topic}`;

/** The device and kind of a topic under our root; null for any other topic, or where the device is no device number. */
export function parseTopic(topic: string): { deviceId: string; kind: string } | null {
  const [root, version, deviceId, kind, ...rest] = topic.split('/');
  if (`${root}/${version}` !== topicRoot || !deviceId || !isDeviceNumber(deviceId) || !kind || rest.length > 0)
    return null;
  return { deviceId, kind };
}

const at = z.iso.datetime({ offset: true });
const key = z.string().min(1).max(64).refine(isPlain);
/** A text of a chair that people read: a fault code, a reason. */
const shown = z.string().max(64).overwrite(withoutBidiControls).refine(isPlain);
const gear = z.enum(gears);
const minutes = z.int().min(1).max(600);

export const chairState = z.union([
  z.object({ state: z.literal('offline') }),
  z.object({
    state: z.enum(['idle', 'running', 'fault']),
    orderId: key.nullish(),
    endsAt: at.nullish(),
    faultCode: shown.min(1).nullish(),
    firmware: shown,
    bootId: z.union([key, z.int()]),
    seq: z.int().min(0),
    at,
  }),
]);

export const heartbeat = z.object({ at, rssi: z.number().nullish() });

export const commandTypes = ['start', 'stop', 'query'] as const;
export const command = z.object({
  commandId: key,
  type: z.enum(commandTypes),
  orderId: key.nullish(),
  minutes: minutes.nullish(),
  gear: gear.nullish(),
  expiresAt: at,
});

export const ack = z.object({
  commandId: key,
  result: z.enum(['accepted', 'rejected']),
  reason: z.enum(['busy', 'fault', 'expired', 'unknown']).nullish(),
  at,
});

const eventBase = {
  eventId: key,
  bootId: z.union([key, z.int()]),
  seq: z.int().min(0),
  at,
  offline: z.boolean().nullish(),
};

export const chairEvent = z.discriminatedUnion('type', [
  z.object({ ...eventBase, type: z.literal('started'), orderId: key, minutes, gear }),
  z.object({
    ...eventBase,
    type: z.literal('ended'),
    orderId: key,
    ranSeconds: z.number().min(0),
    reason: shown,
  }),
  z.object({ ...eventBase, type: z.literal('fault'), code: shown.min(1) }),
  z.object({ ...eventBase, type: z.literal('cleared'), code: shown.min(1) }),
  z.object({
    ...eventBase,
    type: z.literal('coin'),
    coins: z.int().min(1).max(1000),
    amount: z.int().min(0).max(10_000_000),
    currency: z.enum(currencies),
    minutes,
    gear,
    totalCoins: z.int().min(0),
  }),
]);

export const eventAck = z.object({ eventId: key });

export type ChairState = z.output<typeof chairState>;
export type Heartbeat = z.output<typeof heartbeat>;
export type Command = z.output<typeof command>;
export type Ack = z.output<typeof ack>;
export type ChairEvent = z.output<typeof chairEvent>;
export type EventAck = z.output<typeof eventAck>;
