import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const program = join(import.meta.dirname, 'main.ts');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-providers-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('npm run simulate-payments ends when the npm that started it has ended', async () => {
  const script = `'${process.execPath}' '${program}' --port 0 --folder '${folder}' & echo $!; exec sleep 1000`;
  const env = { ...process.env, npm_lifecycle_event: 'simulate-payments' };
  const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const lines: string[] = [];
  createInterface({ input: shell.stdout }).on('line', (line) => lines.push(line));
  await vi.waitFor(() => expect(lines.join()).toContain('/control'), 60_000);
  shell.kill('SIGKILL');
  const isAlive = () => process.kill(Number(lines[0]), 0);
  await vi.waitFor(() => expect(isAlive).toThrow(), 60_000);
}, 150_000);
