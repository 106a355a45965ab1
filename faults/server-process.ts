import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, makeClient } from '../server/src/testing/client.ts';
import type { ClockSetting, Listening } from './server.ts';

export interface ServerProcess {
  client: Client;
  url: string;
  mqttPort: number;
  /** kill -9: no shutdown, no cleanup. */
  kill(): Promise<void>;
  /** Sets its clock ahead of the real one. */
  advanceBy(milliseconds: number): Promise<void>;
}

interface Options {
  env: Record<string, string>;
  onLine(line: string): void;
  /** It exited without being killed. */
  onUnexpectedExit(how: string): void;
}

const main = join(import.meta.dirname, 'server.ts');
// The same code is started many times: the compile cache saves time.
const compiled = join(tmpdir(), 'recline-compiled');

/** Starts a server. Like a service manager it retries when the server exits, for instance without a database. */
export async function startProcess(options: Options): Promise<ServerProcess> {
  for (const deadline = Date.now() + 300_000; ; ) {
    const started = await tryOnce(options);
    if (started) return started;
    if (Date.now() > deadline) throw new Error('the server does not start');
    await sleep(50);
  }
}

async function tryOnce({ env, onLine, onUnexpectedExit }: Options): Promise<ServerProcess | undefined> {
  const base = {
    PORT: '0',
    HOST: '127.0.0.1',
    MQTT_PORT: '0',
    DEMO: '0',
    SMS_PROVIDER: 'log',
    ALLOW_PRETEND: '1',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  };
  const child = fork(main, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...base, ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  for (const output of [child.stdout, child.stderr]) {
    if (output) createInterface({ input: output }).on('line', onLine);
  }
  const listening = await Promise.race([once(child, 'message'), exit.then(() => undefined)]);
  if (!listening) return undefined;
  const [{ url, mqttPort }] = listening as [Listening];
  let wanted = true;
  void exit.then(([code, signal]) => wanted && onUnexpectedExit(`code ${code}, signal ${signal}`));
  return {
    url,
    mqttPort,
    client: makeClient(url),
    async kill() {
      wanted = false;
      child.kill('SIGKILL');
      await exit;
    },
    advanceBy: (ahead) => tell(child, { ahead }),
  };
}

async function tell(child: ChildProcess, setting: ClockSetting): Promise<void> {
  const heard = once(child, 'message');
  child.send(setting);
  await heard;
}
