import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { launcher } from '@recline/server/testing/process';

const main = join(import.meta.dirname, '../../simulator/src/main.ts');

export interface FleetProcess {
  pid: number;
  /** The simulator's HTTP interface, for coins and faults. */
  control: string;
  stop(): Promise<void>;
}

/** Simulated chairs in a separate process, all connected when this resolves. A minute may be shorter than usual. */
export async function spawnFleet(chairs: number, broker: string, minuteSeconds = 60): Promise<FleetProcess> {
  const options = ['--chairs', chairs, '--broker', broker, '--control', 0, '--minute', minuteSeconds].map(String);
  const child = spawn(launcher, [main, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const control = /^control: (.*)\/chairs$/.exec(line)?.[1];
    if (control) return { pid: child.pid ?? 0, control, stop };
  }
  throw new Error('the fleet ended before it was connected');
}

/** The simulator's name for a chair, and its one secret for all of them. */
export const simulatedSecret = 'simulated';
export const simulatedId = (index: number): string => `SIM${String(index + 1).padStart(6, '0')}`;
