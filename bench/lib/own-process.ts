import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Runs a program in a process of its own; its first line says, in JSON, where it is to be found. */
export async function spawnProgram<Said>(file: string, ...args: string[]): Promise<Said & { stop(): Promise<void> }> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  for await (const line of createInterface({ input: child.stdout })) return { ...(JSON.parse(line) as Said), stop };
  throw new Error(`${file} ended before it said where it is`);
}
