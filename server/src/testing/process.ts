import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Client, makeClient } from './client.ts';

const main = join(import.meta.dirname, '../main.ts');

/** Runs Node with the options of a server, as `npm start` and `deploy/` do. */
export const launcher = join(import.meta.dirname, '../../../bin/node');

export interface ServerProcess {
  url: string;
  mqttUrl: string;
  client: Client;
  pid: number;
  /** Every line of its log so far. */
  logged: string[];
  /** Its exit code; null after a signal. */
  ended: Promise<number | null>;
  /** kill -9: no shutdown, no cleanup. */
  kill(): Promise<void>;
}

interface ProcessOptions {
  program?: string;
  /** The user to run as, for tests that run as root. */
  user?: { uid: number; gid: number };
}

/** A server in a separate process, so that it can be killed. */
export async function spawnServer(
  settings: Record<string, string>,
  { program = main, user }: ProcessOptions = {},
): Promise<ServerProcess> {
  const { PATH, NODE_COMPILE_CACHE = '' } = process.env;
  const own = { PORT: '0', HOST: '127.0.0.1', MQTT_PORT: '0', DEMO: '0', SMS_PROVIDER: 'log', ALLOW_PRETEND: '1' };
  const base = { ...own, LOG_LEVEL: 'info', PATH, NODE_COMPILE_CACHE };
  const child = spawn(launcher, [program], {
    env: { ...base, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const logged: string[] = [];
  const { url, mqttUrl } = await listening(child, logged);
  return {
    url,
    mqttUrl,
    client: makeClient(url),
    pid: child.pid ?? 0,
    logged,
    ended,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function listening(child: ChildProcess, logged: string[]): Promise<{ url: string; mqttUrl: string }> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('the server has no output'));
    const lines = createInterface({ input: child.stdout });
    lines.once('close', () => reject(new Error('the server ended before it listened')));
    lines.on('line', (line) => {
      logged.push(line);
      const { msg, url, mqttUrl } = JSON.parse(line) as { msg: string; url: string; mqttUrl: string };
      if (msg === 'listening') resolve({ url, mqttUrl });
    });
  });
}
