import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeDataDir } from '../data-dir.ts';
import type { Log } from '../log.ts';
import { every } from '../schedule.ts';
import { type Binaries, findBinaries, findOwner, type Owner } from './owner.ts';
import { clusterPlace, rememberPlace } from './place.ts';
import { rotateLog } from './rotate-log.ts';

const run = promisify(execFile);

/** A PostgreSQL run by us, with binaries from an npm package. */
export interface EmbeddedPostgres {
  url: string;
  /** The location of its data. */
  directory: string;
  stop(): Promise<void>;
}

interface Cluster {
  directory: string;
  owner: Owner | undefined;
  binaries: Binaries;
  settings: string[];
  log: Log;
}

/**
 * Starts the database in `directory`, creates it the first time, and restarts it if it dies. Its address is written
 * to `<directory>.url` for the operator's tools, readable by us alone.
 */
export async function startPostgres(directory: string, log: Log, settings: string[] = []): Promise<EmbeddedPostgres> {
  const owner = await findOwner();
  const binaries = await findBinaries(owner);
  const place = await clusterPlace(directory, owner);
  const cluster: Cluster = { directory: place, owner, binaries, settings, log };
  const passwordFile = `${directory}.password`;
  await makeDataDir(dirname(directory));
  await stopLeftover(cluster);
  if (!existsSync(join(place, 'PG_VERSION'))) await create(cluster, passwordFile);
  await rememberPlace(directory, place);

  const port = await freePort();
  const url = addressOf(cluster, port, await passwordIn(passwordFile, place));
  const stop = supervise(cluster, port);
  await untilItAnswers(namedIn(url, 'postgres'));
  await ensureDatabase(url);
  await writeFile(`${directory}.url`, url, { mode: 0o600 });
  return {
    url,
    directory: cluster.directory,
    async stop() {
      await stop();
      await rm(`${directory}.url`, { force: true });
    },
  };
}

const passwordIn = (file: string, place: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`The password of the database in ${place} is missing: ${file}. Put it back, or restore a backup.`);
  });

/** The location of the data of `startPostgres(directory, …)`. */
export const postgresPlace = async (directory: string): Promise<string> => clusterPlace(directory, await findOwner());

/** The longest path of a Unix socket on the systems we support. */
const maxSocketPath = 100;

/**
 * The folder of its Unix socket, beside the data and private to us. A query over it is a fifth cheaper than over TCP,
 * which is used if the path would be too long or there are no Unix sockets.
 */
const socketFolder = ({ directory }: Cluster, port: number): string | undefined =>
  process.platform !== 'win32' && join(directory, `.s.PGSQL.${port}`).length <= maxSocketPath ? directory : undefined;

function addressOf(cluster: Cluster, port: number, password: string): string {
  const url = new URL(`postgres://recline:${password}@127.0.0.1:${port}/recline`);
  const folder = socketFolder(cluster, port);
  if (folder !== undefined) url.searchParams.set('host', folder);
  return url.href;
}

const namedIn = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

/** Created beside its final location and moved there when complete, so that a crash leaves no partial cluster. */
async function create({ directory, owner, binaries }: Cluster, passwordFile: string): Promise<void> {
  const draft = `${directory}.new`;
  const initPassword = `${directory}.pw`;
  const password = randomBytes(24).toString('base64url');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(initPassword, password, { mode: 0o600 });
  if (owner) await Promise.all([draft, initPassword].map((path) => chown(path, owner.uid, owner.gid)));
  const options = ['--username=recline', `--pwfile=${initPassword}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  await run(
    binaries.initdb,
    ['-D', draft, ...options, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    { ...owner, cwd: '/' },
  );
  await writeFile(passwordFile, password, { mode: 0o600 });
  await rm(initPassword);
  await rename(draft, directory);
}

/** Keeps postgres running until the returned function stops it. */
function supervise(cluster: Cluster, port: number): () => Promise<void> {
  let wanted = true;
  let child: ChildProcess;
  const launch = async () => {
    child = await spawnPostgres(cluster, port);
    child.once('exit', (code, signal) => {
      if (!wanted) return;
      cluster.log.error({ code, signal }, 'postgres ended by itself, starting it again');
      void relaunch();
    });
  };
  /** Its workers may hold the shared memory for a moment, and a full disk may prevent a start for longer. */
  const relaunch = async (): Promise<void> => {
    for (let isUp = false; wanted && !isUp; ) {
      await sleep(250);
      isUp = await stopLeftover(cluster)
        .then(() => (wanted ? launch() : undefined))
        .then(
          () => true,
          (error) => {
            cluster.log.error({ err: error }, 'postgres could not be started again');
            return false;
          },
        );
    }
  };
  const first = launch();
  const stopRotating = every(rotateEveryMs, () => rotateLog(`${cluster.directory}.log`, maxLogBytes), cluster.log);
  return async () => {
    wanted = false;
    await stopRotating();
    await first;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    const forced = setTimeout(() => child.kill('SIGQUIT'), 15_000);
    await ended;
    clearTimeout(forced);
  };
}

/** How large the log of the database grows before it is moved to `.log.1`. */
const maxLogBytes = 10 * 1024 * 1024;
const rotateEveryMs = 10 * 60_000;

async function spawnPostgres(cluster: Cluster, port: number): Promise<ChildProcess> {
  const { directory, owner, binaries, settings } = cluster;
  const sockets = `unix_socket_directories=${socketFolder(cluster, port) ?? ''}`;
  const fixed = ['listen_addresses=127.0.0.1', `port=${port}`, sockets, 'max_connections=200'];
  const logFile = await open(`${directory}.log`, 'a', 0o600);
  try {
    return spawn(binaries.postgres, ['-D', directory, ...[...fixed, ...settings].flatMap((entry) => ['-c', entry])], {
      ...owner,
      cwd: '/',
      detached: true, // Ctrl-C in the terminal must not reach it: we stop it last
      stdio: ['ignore', logFile.fd, logFile.fd],
    });
  } finally {
    await logFile.close();
  }
}

/** Stops a postgres that outlived a killed server: it still holds the data. */
async function stopLeftover({ directory, owner, binaries }: Cluster): Promise<void> {
  if (!existsSync(join(directory, 'postmaster.pid'))) return;
  await run(binaries.pg_ctl, ['stop', '-D', directory, '-m', 'fast', '-w', '-t', '30'], { ...owner, cwd: '/' }).catch(
    () => rm(join(directory, 'postmaster.pid'), { force: true }), // no such process: the file is stale
  );
}

async function untilItAnswers(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error('PostgreSQL did not start; see its log beside the data', { cause: error });
      await sleep(25);
    }
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: namedIn(url, 'postgres') });
  client.on('error', () => {}); // the next query fails by itself
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'recline'");
    if (rowCount === 0) await client.query('CREATE DATABASE recline');
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
