import '@recline/server/platform/check-machine';
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { claimDataDir } from '@recline/server/platform/data-dir';
import { type Env, readEnv } from '@recline/server/platform/env';
import { loadSettings } from '@recline/server/platform/env-file';
import { makeLog } from '@recline/server/platform/log';
import { startPostgres } from '@recline/server/platform/postgres/embedded';
import { buildWeb } from './build.ts';
import { onNpmExit } from './npm-exit.ts';

/**
 * `npm run dev`: the server restarts when its code changes, while its database stays, and Vite updates the web app at
 * once: Vite's address, which forwards calls to the server, is printed first.
 */

const root = join(import.meta.dirname, '..');
const watched = ['server/src', 'server/migrations', 'contract/src', 'simulator/src', 'scripts'];
/** Unchanged files are not compiled again. */
const cache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };
const toPhones = process.argv.includes('--phone');

interface Database {
  /** The settings with which the server uses it. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

/** The database of the settings, or our own with the demo. The demo's guests stay away: they would restart too. */
async function startDatabase(env: Env): Promise<Database> {
  if (env.DATABASE_URL) return { settings: {}, stop: async () => {} };
  const release = await claimDataDir(env.DATA_DIR);
  const postgres = await startPostgres(join(env.DATA_DIR, 'postgres'), makeLog('warn'));
  const settings = {
    DATABASE_URL: postgres.url,
    DEMO: env.DEMO ? '1' : '0',
    PAYMENT_PROVIDERS: env.PAYMENT_PROVIDERS.join(','),
    SMS_PROVIDER: env.SMS_PROVIDER?.join(',') ?? 'log',
    ALLOW_PRETEND: '1',
  };
  return { settings, stop: () => postgres.stop().finally(release) };
}

const usualVitePort = 5173;

/** The first free port from this one on. */
async function freePortFrom(port: number): Promise<number> {
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, 'localhost', () => probe.close(() => resolve(true)));
  });
  return isFree ? port : freePortFrom(port + 1);
}

function startServer(env: Env, { settings }: Database, vitePort: number): ChildProcess {
  const watch = watched.map((path) => `--watch-path=${path}`);
  return spawn(
    process.execPath,
    [
      ...watch,
      '--watch-preserve-output',
      'scripts/start.ts',
      `--dev=http://localhost:${vitePort}`,
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...cache, PORT: String(env.PORT), ...settings } },
  );
}

const startVite = ({ PORT }: Env, port: number): ChildProcess =>
  spawn(join(root, 'node_modules/.bin/vite'), [`--port=${port}`, '--strictPort', ...(toPhones ? ['--host'] : [])], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, API_PROXY: `http://127.0.0.1:${PORT}` },
  });

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

process.on('SIGINT', () => {}); // the children get Ctrl-C themselves; the database stops after them
loadSettings();
const env = readEnv(process.env);
buildWeb(); // the page that shows an order without scripts is the server's
const database = await startDatabase(env);
const vitePort = await freePortFrom(usualVitePort);
const children = [startServer(env, database, vitePort), startVite(env, vitePort)];
const stop = () => children.map((child) => child.kill('SIGTERM'));
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
onNpmExit(stop);
const ends = children.map(exitOf);
process.exitCode = (await Promise.race(ends)) ?? 0;
stop();
await Promise.all(ends);
await database.stop();
