import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Db, statement } from './db.ts';
import type { Log } from './log.ts';
import { every } from './schedule.ts';

/**
 * Messages between all servers of one database, through PostgreSQL's LISTEN and NOTIFY. A message is
 * sent with the transaction that publishes it, or not at all. It is not durable: whoever reconnects
 * gets `reconnected` and reads anew what it follows.
 */
export interface Channels {
  /** Something changed about an order. */
  order: { orderId: number; outletId: number; deviceId: string; placedBy: number | null; status?: string };
  /** Something changed about a chair. */
  device: { deviceId: string; outletId: number };
  /** A chair's secret is another now, or none: who is connected by the old one must go. */
  credentials: { deviceId: string };
  /** Who an account is, what it may do or which of its sessions are good is another now. Triggers tell of it. */
  account: { accountId: number };
  /** A server is there, or takes its leave. */
  server: { id: string; leaving: boolean };
}

const channel = 'recline';
const send = statement<{ sent: string }, [string, string[]]>(
  'notify.send',
  'SELECT pg_notify($1, message)::text AS sent FROM unnest($2::text[]) AS message',
);

/** SQL that publishes from within a statement: a column or expression for each field of the message. */
export const publishing = <K extends keyof Channels>(kind: K, fields: Record<keyof Channels[K], string>): string => {
  const pairs = Object.entries<string>(fields).map(([name, column]) => `'${name}', ${column}`);
  return `pg_notify('${channel}', json_build_array('${kind}', json_build_object(${pairs.join(', ')}))::text)`;
};

export async function publish<K extends keyof Channels>(db: Db, kind: K, ...messages: Channels[K][]): Promise<void> {
  if (messages.length === 0) return;
  const texts = messages.map((message) => JSON.stringify([kind, message]));
  await send(db, channel, texts);
}

export interface Listener {
  on<K extends keyof Channels>(kind: K, handle: (message: Channels[K]) => void): () => void;
  onReconnect(handle: () => void): () => void;
  /** Whether messages arrive at present, as far as can be known. */
  connected(): boolean;
  stop(): Promise<void>;
}

const pulseEvery = 5_000;
const answerWithin = 5_000;

export async function listen(databaseUrl: string, log: Log): Promise<Listener> {
  const emitter = new EventEmitter().setMaxListeners(0);
  let stopped = false;
  let connected = false;
  let client: pg.Client;

  const connect = async () => {
    client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: answerWithin,
      query_timeout: answerWithin,
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
    await client.query(`LISTEN ${channel}`);
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
  // It only ever hears: without a question now and then it would not notice that nobody is there any more.
  const stopPulse = every(pulseEvery, () => client.query('SELECT 1').catch(() => void client.end()), log);

  const subscribe = <M>(name: string, handle: (message: M) => void) => {
    emitter.on(name, handle);
    return () => void emitter.off(name, handle);
  };
  return {
    on: subscribe,
    onReconnect: (handle) => subscribe('reconnected', handle),
    connected: () => connected,
    async stop() {
      stopped = true;
      await stopPulse();
      await client.end();
    },
  };
}
