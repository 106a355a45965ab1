import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeLog } from '../platform/log.ts';
import { startPostgres } from '../platform/postgres/embedded.ts';
import { until } from './chairs.ts';

const run = promisify(execFile);

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Files that a copy of a running cluster must not contain: its process id, and the WAL, which is streamed instead. */
const ownFiles = /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*)$/;

/** A base backup by PostgreSQL's own low-level interface: the package of binaries has no pg_basebackup. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SELECT pg_backup_start('standby', fast => true)");
  // Keeps owner and mode, because as root PostgreSQL runs as another user. A file that disappears meanwhile is not
  // needed.
  await run('cp', ['-a', from, to]).catch(() => {});
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  for (const name of (await readdir(to)).filter((each) => ownFiles.test(each))) await rm(join(to, name));
  await writeOwned(to, 'backup_label', rows[0]?.labelfile ?? '');
  await writeOwned(to, 'standby.signal', '');
}

/** Written over a copy, so that the cluster's owner owns it. */
async function writeOwned(cluster: string, name: string, text: string): Promise<void> {
  await run('cp', ['-a', join(cluster, 'PG_VERSION'), join(cluster, name)]);
  await writeFile(join(cluster, name), text);
}

/** A primary and a standby that follows it synchronously, by streaming replication. */
export async function startReplicated() {
  const folder = await mkdtemp(join(tmpdir(), 'recline-standby-'));
  await chmod(folder, 0o755); // when run as root, postgres is another user and needs access
  const log = makeLog('silent');
  const place = (name: string) => join(folder, name);
  const primary = await startPostgres(place('primary'), log, ['wal_level=replica', 'fsync=off']);
  await copyCluster(primary.url, place('primary'), place('standby'));
  await copyFile(`${place('primary')}.password`, `${place('standby')}.password`);
  const { port, password } = new URL(primary.url);
  const follow = `primary_conninfo=host=127.0.0.1 port=${port} user=recline password=${password} application_name=standby`;
  const standby = await startPostgres(place('standby'), log, [follow, 'fsync=off']);
  await ask(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await ask(primary.url, 'SELECT pg_reload_conf()');
  const following = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'";
  await until(async () => (await ask(primary.url, following)).length === 1);
  return {
    primary,
    standby,
    /** kill -9 of the primary; the standby takes over. */
    async failOver(): Promise<void> {
      const pid = (await readFile(join(place('primary'), 'postmaster.pid'), 'utf8')).split('\n')[0];
      process.kill(Number(pid), 'SIGKILL');
      await ask(standby.url, 'SELECT pg_promote(wait => true)');
    },
    async stop(): Promise<void> {
      await Promise.all([primary.stop(), standby.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
