import { Readable } from 'node:stream';
import type { Aedes } from 'aedes';

interface Subscriber {
  clientId: string;
}

/** Limits on the parts of the broker that keep messages until they are acknowledged. */
interface OutgoingQueues {
  outgoingEnqueue(subscriber: Subscriber, packet: unknown): Promise<unknown>;
  outgoingEnqueueCombi(subscribers: Subscriber[], packet: unknown): Promise<unknown>;
  outgoingClearMessageId(client: { id: string }, packet: unknown): Promise<unknown>;
}

/**
 * Limits the messages that wait for a chair's acknowledgement. Further ones are dropped and `onFull` is called:
 * commands are stored and resent, and an event is acknowledged again when the chair repeats it.
 */
export function limitOutgoing(broker: Aedes, maxPerClient: number, onFull: (clientId: string) => void): void {
  const { persistence } = broker as unknown as { persistence: OutgoingQueues };
  const waiting = new Map<string, number>();
  const enqueue = persistence.outgoingEnqueueCombi.bind(persistence);
  const clear = persistence.outgoingClearMessageId.bind(persistence);

  const take = ({ clientId }: Subscriber): boolean => {
    const count = waiting.get(clientId) ?? 0;
    if (count >= maxPerClient) {
      onFull(clientId);
      return false;
    }
    waiting.set(clientId, count + 1);
    return true;
  };
  persistence.outgoingEnqueueCombi = (subscribers, packet) => enqueue(subscribers.filter(take), packet);
  persistence.outgoingEnqueue = (subscriber, packet) => persistence.outgoingEnqueueCombi([subscriber], packet);
  persistence.outgoingClearMessageId = async (client, packet) => {
    const cleared = await clear(client, packet);
    const left = (waiting.get(client.id) ?? 1) - 1;
    if (cleared !== undefined && left > 0) waiting.set(client.id, left);
    if (cleared !== undefined && left <= 0) waiting.delete(client.id);
    return cleared;
  };
}

interface RetainedMessages {
  createRetainedStreamCombi(patterns: string[]): Readable;
}

/**
 * For every subscription the broker scans all retained messages. Chairs subscribe to topics without any, and ten
 * thousand of them reconnecting together would keep it busy for minutes, so only patterns are looked up.
 */
export function lookUpRetainedOnlyByPattern(broker: Aedes): void {
  const { persistence } = broker as unknown as { persistence: RetainedMessages };
  const lookUp = persistence.createRetainedStreamCombi.bind(persistence);
  persistence.createRetainedStreamCombi = (topics) => {
    const patterns = topics.filter((topic) => /[+#]/.test(topic));
    return patterns.length > 0 ? lookUp(patterns) : Readable.from([]);
  };
}
