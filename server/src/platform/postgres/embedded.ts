import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeDataDir } from '../data-dir.ts';
import type { Log } from '../log.ts';
import { type Binaries, findBinaries, findOwner, type Owner, reachablePath } from './owner.ts';

const run = promisify(execFile);

/** A PostgreSQL of our own, whose binaries came with the other packages. */
export interface EmbeddedPostgres {
  url: string;
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
 * Starts the database kept in `directory`, making it the first time and restarting it should it die.
 * Its address is left in `<directory>.url` for the operator's tools, readable by us alone.
 */
export async function startPostgres(directory: string, log: Log, settings: string[] = []): Promise<EmbeddedPostgres> {
  const owner = await findOwner();
  const binaries = await findBinaries(owner);
  const cluster: Cluster = { directory: reachablePath(directory, '/var/lib', owner), owner, binaries, settings, log };
  const passwordFile = `${directory}.password`;
  await makeDataDir(dirname(directory));
  await stopLeftover(cluster);
  if (!existsSync(join(cluster.directory, 'PG_VERSION'))) await create(cluster, passwordFile);

  const port = await freePort();
  const url = addressOf(cluster, port, await readFile(passwordFile, 'utf8'));
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

/** The longest path that a socket may have on every system we know. */
const longestSocket = 100;

/**
 * Where its socket lies: beside the data, where nobody else gets in. It costs a good fifth less a query than the
 * network, which serves where the path would be too long or there is no such thing.
 */
const socketFolder = ({ directory }: Cluster, port: number): string | undefined =>
  process.platform !== 'win32' && join(directory, `.s.PGSQL.${port}`).length <= longestSocket ? directory : undefined;

function addressOf(cluster: Cluster, port: number, password: string): string {
  const url = new URL(`postgres://recline:${password}@127.0.0.1:${port}/recline`);
  const folder = socketFolder(cluster, port);
  if (folder !== undefined) url.searchParams.set('host', folder);
  return url.href;
}

const namedIn = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

/** A cluster is made beside its place and moved there whole, so that a crash leaves none half made. */
async function create({ directory, owner, binaries }: Cluster, passwordFile: string): Promise<void> {
  const draft = `${directory}.new`;
  const handedIn = `${directory}.pw`;
  const password = randomBytes(24).toString('base64url');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(handedIn, password, { mode: 0o600 });
  if (owner) await Promise.all([draft, handedIn].map((path) => chown(path, owner.uid, owner.gid)));
  const options = ['--username=recline', `--pwfile=${handedIn}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  await run(
    binaries.initdb,
    ['-D', draft, ...options, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    { ...owner, cwd: '/' },
  );
  await writeFile(passwordFile, password, { mode: 0o600 });
  await rm(handedIn);
  await rename(draft, directory);
}

/** Keeps one postgres running until told to stop. */
function supervise(cluster: Cluster, port: number): () => Promise<void> {
  let wanted = true;
  let child: ChildProcess;
  const launch = async () => {
    child = await spawnPostgres(cluster, port);
    child.once('exit', (code, signal) => {
      if (!wanted) return;
      cluster.log.error({ code, signal }, 'postgres ended by itself, starting it again');
      // Its workers may hold on to the shared memory for a moment yet.
      void sleep(250)
        .then(() => stopLeftover(cluster))
        .then(() => (wanted ? launch() : undefined));
    });
  };
  const first = launch();
  return async () => {
    wanted = false;
    await first;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    const forced = setTimeout(() => child.kill('SIGQUIT'), 15_000);
    await ended;
    clearTimeout(forced);
  };
}

async function spawnPostgres(cluster: Cluster, port: number): Promise<ChildProcess> {
  const { directory, owner, binaries, settings } = cluster;
  const sockets = `unix_socket_directories=${socketFolder(cluster, port) ?? ''}`;
  const fixed = ['listen_addresses=127.0.0.1', `port=${port}`, sockets, 'max_connections=200'];
  const logFile = await open(`${directory}.log`, 'a', 0o600);
  try {
    const child = spawn(
      binaries.postgres,
      ['-D', directory, ...[...fixed, ...settings].flatMap((entry) => ['-c', entry])],
      {
        ...owner,
        cwd: '/',
        detached: true, // Ctrl-C in the terminal is for us; we stop it in our own order
        stdio: ['ignore', logFile.fd, logFile.fd],
      },
    );
    stepBehind(child);
    return child;
  } finally {
    await logFile.close();
  }
}

/**
 * On a busy machine the server's one thread goes before the many processes of its database: else each of its
 * queries puts it to sleep for as long as the database works, and everybody waits for it.
 */
function stepBehind({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined && getPriority() < 5) setPriority(pid, 5);
  } catch {
    // Not everywhere may one do so; then it goes without.
  }
}

/** A postgres that outlived a killed server still holds the data: end it before starting anew. */
async function stopLeftover({ directory, owner, binaries }: Cluster): Promise<void> {
  if (!existsSync(join(directory, 'postmaster.pid'))) return;
  await run(binaries.pg_ctl, ['stop', '-D', directory, '-m', 'fast', '-w', '-t', '30'], { ...owner, cwd: '/' }).catch(
    () => rm(join(directory, 'postmaster.pid'), { force: true }), // nobody was there: the file is stale
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
