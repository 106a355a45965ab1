import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Db, statement } from './db.ts';
import type { Log } from './log.ts';
import { every } from './schedule.ts';

/**
 * Messages between all servers of one database, over LISTEN and NOTIFY. A message is sent with the transaction that
 * publishes it, or not at all. Delivery is not durable: after `onReconnect`, read again whatever you follow.
 */
export interface Channel<Message> {
  name: string;
  publish(db: Db, messages: readonly Message[]): Promise<void>;
  /** SQL that publishes from within a statement: a column or expression for each field of the message. */
  expression(fields: Record<keyof Message & string, string>): string;
}

const postgresChannel = 'recline';
const send = statement<{ sent: string }, [string, string[]]>(
  'notify.send',
  'SELECT pg_notify($1, message)::text AS sent FROM unnest($2::text[]) AS message',
);

/** A feature defines its own channels: `export const deviceChanged = channel<{ deviceId: string }>('device')`. */
export const channel = <Message>(name: string): Channel<Message> => ({
  name,
  async publish(db, messages) {
    if (messages.length === 0) return;
    const texts = messages.map((message) => JSON.stringify([name, message]));
    await send(db, postgresChannel, texts);
  },
  expression(fields) {
    const pairs = Object.entries<string>(fields).map(([field, column]) => `'${field}', ${column}`);
    return `pg_notify('${postgresChannel}', json_build_array('${name}', json_build_object(${pairs.join(', ')}))::text)`;
  },
});

export interface Listener {
  on<Message>(channel: Channel<Message>, handle: (message: Message) => void): () => void;
  onReconnect(handle: () => void): () => void;
  /** Whether notifications can arrive, as far as is known. */
  connected(): boolean;
  stop(): Promise<void>;
}

const probeEveryMs = 5_000;
const probeTimeoutMs = 5_000;

export async function listen(databaseUrl: string, log: Log): Promise<Listener> {
  const emitter = new EventEmitter().setMaxListeners(0);
  let stopped = false;
  let connected = false;
  let client: pg.Client;

  const connect = async () => {
    client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: probeTimeoutMs,
      query_timeout: probeTimeoutMs,
    });
    client.on('error', (error) => {
      connected = false;
      log.warn({ error: error.message }, 'the notification connection broke');
    });
    client.on('notification', ({ payload }) => {
      const [kind, message] = JSON.parse(payload ?? '[]') as [string, unknown];
      emitter.emit(kind, message);
    });
    client.once('end', () => {
      connected = false;
      void reconnect();
    });
    await client.connect();
    await client.query(`LISTEN ${postgresChannel}`);
    connected = true;
  };
  const reconnect = async (): Promise<void> => {
    for (let wait = 100; !stopped; wait = Math.min(wait * 2, 5_000)) {
      await sleep(wait);
      if (stopped) return;
      try {
        await connect();
        emitter.emit('reconnected');
        return;
      } catch {
        client.removeAllListeners('end');
        void client.end().catch(() => {});
      }
    }
  };
  await connect();
  // A connection that only listens does not notice a dead peer, so it is probed.
  const stopProbe = every(probeEveryMs, () => client.query('SELECT 1').catch(() => void client.end()), log);

  const subscribe = <M>(name: string, handle: (message: M) => void) => {
    emitter.on(name, handle);
    return () => void emitter.off(name, handle);
  };
  return {
    on: (channel, handle) => subscribe(channel.name, handle),
    onReconnect: (handle) => subscribe('reconnected', handle),
    connected: () => connected,
    async stop() {
      stopped = true;
      await stopProbe();
      await client.end();
    },
  };
}
