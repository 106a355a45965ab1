import { type Db, serverConnections, statement } from '../../platform/db.ts';
import type { Env } from '../../platform/env.ts';
import { refusalOfVersion } from '../../platform/postgres/version.ts';
import { migrationsOf } from '../migrations.ts';
import { type Checks, type Finding, look, ok, wrong } from './finding.ts';

interface Settings {
  version: number;
  shown: string;
  now: Date;
  synchronous_commit: string;
  fsync: string;
  full_page_writes: string;
  encoding: string;
  max_connections: number;
  encrypted: boolean;
  local: boolean;
}

const settings = statement<Settings, []>(
  'cli.doctor.settings',
  `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS shown,
     clock_timestamp() AS now, current_setting('synchronous_commit') AS synchronous_commit,
     current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
     current_setting('server_encoding') AS encoding, current_setting('max_connections')::int AS max_connections,
     coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
     inet_server_addr() IS NULL OR inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1' AS local`,
);

/** A server's pools and its listener; a second one must fit during an upgrade. */
const connectionsOfTwo = 2 * (serverConnections.requests + serverConnections.chairs + serverConnections.listener);
const maxClockMs = 2_000;

export const checkDatabase: Checks = async ({ env, pool, databaseError, clock }) => {
  if (databaseError)
    return [
      ...embedded(env),
      wrong('database', databaseError.message, 'See DATABASE_URL or DATA_DIR, and that the database runs.'),
    ];
  const before = clock().getTime();
  const found = await settings.one(pool);
  const middle = (before + clock().getTime()) / 2;
  return [
    ...embedded(env),
    versionOf(found),
    await migrated(pool),
    ...durability(found),
    capacity(found),
    ...encryption(found),
    clocks(found.now.getTime() - middle),
  ];
};

const embedded = ({ DATABASE_URL, isPublic }: Env): Finding[] =>
  DATABASE_URL === undefined && isPublic
    ? [
        look(
          'embedded database',
          'it is for trials: nobody patches it and its libraries',
          'Move to an outside PostgreSQL by `recline backup` and `restore`: docs/operations.md.',
        ),
      ]
    : [];

function versionOf({ version, shown }: Settings): Finding {
  const refusal = refusalOfVersion(version);
  return refusal
    ? wrong('database version', `PostgreSQL ${shown}`, refusal)
    : ok('database version', `PostgreSQL ${shown}`);
}

async function migrated(db: Db): Promise<Finding> {
  const { applied, missing, unknown } = await migrationsOf(db);
  if (missing.length > 0)
    return wrong('migrations', `${briefly(missing)} missing`, 'Run `recline migrate`, or restart the server.');
  if (unknown.length > 0)
    return look('migrations', `${unknown.join(', ')} of a newer version`, 'Upgrade this program too.');
  return ok('migrations', `${applied.length} applied`);
}

const briefly = (names: string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.length}, ${names[0]} to ${names.at(-1)},`;

/** Whether acknowledged commits survive a crash. */
function durability({ synchronous_commit, fsync, full_page_writes, encoding }: Settings): Finding[] {
  const isOff = Object.entries({ synchronous_commit, fsync, full_page_writes }).filter(([, value]) => value === 'off');
  const lost = 'a payment that was acknowledged can be lost in a crash';
  return [
    isOff.length === 0
      ? ok('durability', `synchronous_commit=${synchronous_commit}, fsync=${fsync}`)
      : wrong(
          'durability',
          `${isOff.map(([name]) => `${name}=off`).join(', ')}: ${lost}`,
          `Turn ${isOff.map(([name]) => name).join(', ')} on in postgresql.conf or for this database.`,
        ),
    ...(encoding === 'UTF8' ? [] : [wrong('encoding', encoding, 'Create the database with ENCODING UTF8.')]),
  ];
}

const capacity = ({ max_connections }: Settings): Finding =>
  max_connections >= connectionsOfTwo
    ? ok('connections', `max_connections=${max_connections}`)
    : look(
        'connections',
        `max_connections=${max_connections}: two servers, as during an upgrade, need ${connectionsOfTwo}`,
        'Raise max_connections.',
      );

const encryption = ({ encrypted, local }: Settings): Finding[] =>
  encrypted || local
    ? []
    : [look('database TLS', 'the connection is not encrypted', 'Add ?sslmode=verify-full to DATABASE_URL.')];

function clocks(differenceMs: number): Finding {
  const says = `${Math.round(differenceMs)} ms from the database's`;
  return Math.abs(differenceMs) <= maxClockMs
    ? ok('clock', says)
    : wrong('clock', says, 'Synchronise the clocks of all machines (NTP): deadlines and codes depend on them.');
}
