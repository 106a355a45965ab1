import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Db, statement } from './db.ts';
import type { Log } from './log.ts';
import { every } from './schedule.ts';

/**
 * Messages between all servers of one database, over LISTEN and NOTIFY. A message is sent with the transaction that
 * publishes it, or not at all. Delivery is not durable: after `onReconnect`, reload the state that you follow.
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
  /** Whether notifications can currently arrive, as far as known. */
  connected(): boolean;
  stop(): Promise<void>;
}

const probeEveryMs = 5_000;
const timeoutMs = 5_000;
const reconnect = { firstMs: 100, mostMs: 5_000 };

interface Connection {
  client: pg.Client;
  /** Resolves when either side has closed the connection. */
  ended: Promise<void>;
}

export async function listen(databaseUrl: string, log: Log): Promise<Listener> {
  const emitter = new EventEmitter().setMaxListeners(0);
  let stopped = false;
  let connected = false;

  const open = async (): Promise<Connection> => {
    const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'recline', ...timeouts });
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', (error) => {
      connected = false;
      log.warn({ error: error.message }, 'the notification connection broke');
    });
    client.on('notification', ({ payload }) => {
      const [kind, message] = JSON.parse(payload ?? '[]') as [string, unknown];
      emitter.emit(kind, message);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${postgresChannel}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    connected = true;
    return { client, ended };
  };

  /** Retries until it succeeds or is stopped. */
  const openAgain = async (): Promise<Connection | undefined> => {
    for (let wait = reconnect.firstMs; ; wait = Math.min(wait * 2, reconnect.mostMs)) {
      await sleep(wait);
      if (stopped) return undefined;
      const opened = await open().catch((error: Error) => {
        log.warn({ error: error.message }, 'the notification connection could not be opened');
        return undefined;
      });
      if (opened) return opened;
    }
  };

  let connection = await open();

  /** Reconnects after each loss. Only this function does, so two connections never coexist. */
  const stayConnected = async (): Promise<void> => {
    while (!stopped) {
      await connection.ended;
      connected = false;
      const opened = await openAgain();
      if (!opened) return;
      connection = opened;
      if (stopped) return connection.client.end();
      emitter.emit('reconnected');
    }
  };
  void stayConnected();

  // A connection that only listens does not notice a dead peer, so it is probed.
  const probe = async () => {
    const { client } = connection;
    if (connected) await client.query('SELECT 1').catch(() => client.end());
  };
  const stopProbe = every(probeEveryMs, probe, log);

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
      await connection.client.end();
    },
  };
}
