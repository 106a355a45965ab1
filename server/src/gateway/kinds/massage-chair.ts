import { limits } from '@recline/contract/limits';
import {
  type Ack,
  ack,
  type ChairEvent,
  type ChairState,
  chairEvent,
  chairState,
  type Heartbeat,
  heartbeat,
  parseTopic,
} from '@recline/contract/topics';

/** A message of a massage chair, parsed and validated. Another kind of device would be another file like this. */
export type ChairMessage = { deviceId: string } & (
  | { kind: 'state'; body: ChairState }
  | { kind: 'hb'; body: Heartbeat }
  | { kind: 'ack'; body: Ack }
  | { kind: 'evt'; body: ChairEvent }
);

const schemas = { state: chairState, hb: heartbeat, ack, evt: chairEvent } as const;

/** `wrong chair`: the payload names another chair than its topic. */
export type DropReason = 'malformed' | 'refused' | 'wrong chair';

/** The message, or the reason to drop it. */
export function readMessage(topic: string, payload: Buffer): ChairMessage | DropReason {
  const parsed = parseTopic(topic);
  if (!parsed || !(parsed.kind in schemas)) return 'refused';
  const kind = parsed.kind as keyof typeof schemas;
  if (payload.length > limits.chairMessageBytes) return 'malformed';
  const json = parseJson(payload);
  const result = schemas[kind].safeParse(json);
  if (!result.success) return 'malformed';
  const claimed = (json as { deviceId?: unknown }).deviceId;
  if (claimed !== undefined && claimed !== parsed.deviceId) return 'wrong chair';
  return { deviceId: parsed.deviceId, kind, body: result.data } as ChairMessage;
}

/** Refuses NUL, escaped or not: PostgreSQL cannot store it. */
function parseJson(payload: Buffer): unknown {
  const text = payload.toString('utf8');
  try {
    return text.includes('\\u0000') ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
