import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Client, makeClient } from './client.ts';

const main = join(import.meta.dirname, '../main.ts');

/** Node's options for a server, as in `npm start` and `deploy/`: see docs/performance.md. */
export const nodeOptions = ['--no-memory-reducer', '--initial-old-space-size=256'];

export interface ServerProcess {
  url: string;
  mqttUrl: string;
  client: Client;
  pid: number;
  /** kill -9: no shutdown, no cleanup. */
  kill(): Promise<void>;
}

/** A server in a process of its own, so that it can be killed. */
export async function spawnServer(settings: Record<string, string>): Promise<ServerProcess> {
  const { PATH, NODE_COMPILE_CACHE = '' } = process.env;
  const own = { PORT: '0', HOST: '127.0.0.1', MQTT_PORT: '0', DEMO: '0', SMS_PROVIDER: 'log', LOG_LEVEL: 'info' };
  const base = { ...own, PATH, NODE_COMPILE_CACHE };
  const child = spawn(process.execPath, [...nodeOptions, main], {
    env: { ...base, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, mqttUrl } = await listening(child);
  return {
    url,
    mqttUrl,
    client: makeClient(url),
    pid: child.pid ?? 0,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function listening(child: ChildProcess): Promise<{ url: string; mqttUrl: string }> {
  if (!child.stdout) throw new Error('the server has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url, mqttUrl } = JSON.parse(line) as { msg: string; url: string; mqttUrl: string };
    if (msg !== 'listening') continue;
    child.stdout.resume();
    return { url, mqttUrl };
  }
  throw new Error('the server ended before it listened');
}
