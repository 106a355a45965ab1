import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const main = join(import.meta.dirname, '../../simulator/src/main.ts');

/** Simulated chairs in a process of their own, all connected when this resolves. */
export async function spawnFleet(chairs: number, broker: string): Promise<{ pid: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [main, '--chairs', String(chairs), '--broker', broker], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await said(child, 'connected');
  return {
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function said(child: ChildProcess, word: string): Promise<void> {
  if (!child.stdout) throw new Error('the fleet has no output');
  for await (const line of createInterface({ input: child.stdout })) if (line.includes(word)) return;
  throw new Error('the fleet ended before it was connected');
}

/** What the simulator calls its chairs, and the secret it gives them all. */
export const simulatedSecret = 'simulated';
export const simulatedId = (index: number): string => `SIM${String(index + 1).padStart(6, '0')}`;
