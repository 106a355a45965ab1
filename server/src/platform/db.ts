import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { closeSilentConnections } from './silent-connections.ts';

// bigint and numeric are read as numbers: all of ours fit. Ids become strings in the API.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** A pool, or one connection of it inside a transaction. */
export interface Db {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}
export type Pool = pg.Pool;

/** PostgreSQL's own timeouts. */
const timeouts = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 };
/** Longer than `statement_timeout`: after this time PostgreSQL is assumed to hang. */
const maxSilenceMs = 12_000;

// Hot data is in memory, so random reads are cheap. Queries are too short for JIT to pay. Generic plans: planning
// again for each number of outlets costs more than it saves. TimeZone: instants read as text are in UTC.
const settings = '-c random_page_cost=1.1 -c jit=off -c plan_cache_mode=force_generic_plan -c TimeZone=UTC';

const byIndex = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';

/** The maximum number of connections of a server: for calls, for chairs and deadlines, for LISTEN. */
export const serverConnections = { requests: 10, chairs: 6, listener: 1 };

/** With TCP keep-alive, firewalls do not drop idle connections, and a broken one is noticed before it is used. */
const keptOpen = { idleTimeoutMillis: 0, keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

interface PoolOptions {
  max?: number;
  /** Connections stay open, so that a burst after a pause waits for neither connections nor query plans. */
  keepOpen?: boolean;
  /** Without timeouts, for an operator's work on a whole table. */
  patient?: boolean;
  /** For statements on few rows: a plan made while the tables were small would keep scanning all of them. */
  byIndex?: boolean;
}

export function makePool(url: string, options: PoolOptions = {}): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 5_000,
    ...(options.keepOpen ? keptOpen : {}),
    ...(options.patient ? {} : timeouts),
    application_name: 'recline',
    options: options.byIndex ? `${settings} ${byIndex}` : settings,
  });
  // A connection may break while idle or inside a transaction. The pool replaces it, and the next query on it fails;
  // an `error` event without a listener would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  if (!options.patient) closeSilentConnections(pool, maxSilenceMs);
  return pool;
}

const maxNameBytes = 63;
const hashChars = 16;

/** PostgreSQL cuts identifiers at 63 bytes. A longer name keeps its beginning and gets a hash of the whole. */
export function preparedName(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashChars);
  return `${name.slice(0, maxNameBytes - hashChars - 1)}~${hash}`;
}

const texts = new Map<string, string>();

const twoTexts = (name: string) => new Error(`two different statements are named ${name}`);

/** A connection prepares one statement per name and refuses another. */
function claimName(name: string, text: string): void {
  const known = texts.get(name) ?? text;
  if (known !== text) throw twoTexts(name);
  texts.set(name, text);
}

/**
 * A named prepared statement, planned once per connection. Every query of the product is made here: an unnamed
 * one costs more than twice as much on the hot calls. Names are ASCII.
 */
export function statement<Row extends pg.QueryResultRow, Values extends readonly unknown[] = unknown[]>(
  name: string,
  text: string,
) {
  const prepared = preparedName(name);
  claimName(prepared, text);
  const run = async (db: Db, ...values: Values): Promise<Row[]> =>
    (await db.query<Row>({ name: prepared, text, values: values.map(sendable) })).rows;
  return Object.assign(run, {
    /** The only row; throws unless there is exactly one. */
    async one(db: Db, ...values: Values): Promise<Row> {
      const [row, ...more] = await run(db, ...values);
      if (row === undefined || more.length > 0) throw new Error(`${name}: expected one row`);
      return row;
    },
    /** The row, or undefined. */
    async maybe(db: Db, ...values: Values): Promise<Row | undefined> {
      const [row] = await run(db, ...values);
      return row;
    },
    text,
  });
}

const composed = new Map<string, ReturnType<typeof statement>>();

/** A statement composed from the parts that a request needs. The name must be unique to each composition. */
export function statementOf<Row extends pg.QueryResultRow>(name: string, textOf: () => string) {
  const text = textOf();
  const made = composed.get(name) ?? statement(name, text);
  if (made.text !== text) throw twoTexts(name);
  composed.set(name, made);
  return made as ReturnType<typeof statement<Row>>;
}

/** Encodes dates and lists of numbers faster than the driver: a manager's outlet ids are sent with every query. */
function sendable(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'number')
    ? `{${value.join(',')}}`
    : value;
}

/** Commits what `work` wrote, or rolls all of it back. */
export async function transaction<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    await rollBack(client, error);
    throw error;
  }
}

/** A connection that does not answer is closed, which rolls back as well. */
async function rollBack(client: pg.PoolClient, cause: unknown): Promise<void> {
  if (isOutOfReach(cause)) return client.release(true);
  await client.query('ROLLBACK').then(
    () => client.release(),
    (broken: Error) => client.release(broken),
  );
}

const connectionCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];

/** Whether the database is unavailable: shutting down, starting, out of connections, too slow, or unreachable. */
export function isOutOfReach(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (connectionCodes.includes(code) || /^(08|53|57)[0-9A-Z]{3}$/.test(code)) return true;
  return /timeout|Connection terminated|not queryable/i.test(message);
}

/** The name of the constraint that refused a write, or undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;
}

/** PostgreSQL ended this transaction to resolve a deadlock. It was rolled back and can be retried. */
export const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40P01';

const maxTries = 5;
/** Lets the other transaction finish: PostgreSQL does not reserve a released lock for the one that waited. */
const pauseMs = 20;

/** Retries a transaction that lost a race, because the winner's rows can be read now. */
export async function retry<T>(isLostRace: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLostRace(error) || tries === maxTries) throw error;
    }
    await sleep(pauseMs);
  }
}

const serverVersion = statement<{ version: string }, []>(
  'db.version',
  `SELECT current_setting('server_version') AS version`,
);

export const postgresVersion = async (db: Db): Promise<string> => (await serverVersion.one(db)).version;
