import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

const startTimeoutMs = 30_000;

const folders = (process.env.PATH ?? '').split(delimiter);
export const isInstalled = (program: string): boolean => folders.some((folder) => existsSync(join(folder, program)));

export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}

/** Starts a program in its own process group, so that its children end with it. */
export function start(program: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(program, args, { env: { ...process.env, ...env }, stdio: 'ignore', detached: true });
}

export interface Screen {
  display: string;
  program: ChildProcess;
}

/** A display for a program that must have one. */
export function startScreen(): Screen {
  const display = `:${200 + Math.floor(Math.random() * 10_000)}`;
  return { display, program: start('Xvfb', [display, '-screen', '0', '800x1000x24', '-nolisten', 'tcp']) };
}

export function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Tries until it succeeds, or throws the last error. */
export async function retry<T>(work: () => Promise<T>, timeoutMs = startTimeoutMs): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
