import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useServer } from './testing/server.ts';

const server = useServer();
const program = join(import.meta.dirname, '../../simulator/src/main.ts');
const children: ChildProcess[] = [];

/** Runs `npm run simulate` with these arguments: its output lines and its exit. */
function simulate(...words: string[]) {
  const running = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(running);
  const said: string[] = [];
  for (const stream of [running.stdout, running.stderr]) {
    createInterface({ input: stream }).on('line', (line) => said.push(line));
  }
  return { said, ended: once(running, 'exit').then(([code]) => code as number) };
}

async function simulateHere(chairs: number) {
  const { mqttUrl, databaseUrl } = server();
  const words = ['--chairs', String(chairs), '--broker', mqttUrl, '--database', databaseUrl, '--control', '0'];
  const { said, ended } = simulate(...words);
  const line = await vi.waitFor(
    () => said.find((each) => each.startsWith('control: ')) ?? expect.fail('not yet'),
    20_000,
  );
  const url = line.replace('control: ', '');
  const ask = async (path: string, body?: object) => {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await fetch(`${url}${path}`, sent);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { said, ended, ask };
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('npm run simulate', () => {
  it('registers its chairs, connects them, and stops on SIGINT', async () => {
    const { said, ended, ask } = await simulateHere(3);
    expect(said[0]).toContain('3 chairs are connected to mqtt://');
    const { body } = await ask('');
    expect(body).toMatchObject([{ deviceId: 'SIM000001', connected: true, state: 'idle' }, {}, {}]);
    await vi.waitFor(async () => {
      const { rows } = await server().pool.query("SELECT id FROM devices WHERE id LIKE 'SIM%' AND online");
      expect(rows).toHaveLength(3);
    }, 60_000);
    children.at(-1)?.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  it('ends when the npm that started it has ended, as after a signal to npm alone', async () => {
    const { mqttUrl } = server();
    const words = `--chairs 1 --broker ${mqttUrl} --file /dev/null`;
    const script = `'${process.execPath}' '${program}' ${words} & echo $!; exec sleep 1000`;
    const env = { ...process.env, npm_lifecycle_event: 'simulate' };
    const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'], env });
    children.push(shell);
    const lines: string[] = [];
    createInterface({ input: shell.stdout }).on('line', (line) => lines.push(line));
    await vi.waitFor(() => expect(lines.join()).toContain('are connected'), 60_000);
    shell.kill('SIGKILL');
    const isAlive = () => process.kill(Number(lines[0]), 0);
    await vi.waitFor(() => expect(isAlive).toThrow(), 60_000);
  });

  it('connects all chairs of a file unless told how many', async () => {
    const { world, mqttUrl, dataDir } = server();
    const outlet = await world.outlet();
    const lines = ['deviceId,secret'];
    for (let index = 0; index < 12; index += 1) {
      const { deviceId, secret } = await world.device(outlet);
      lines.push(`${deviceId},${secret}`);
    }
    const file = join(dataDir, 'secrets.csv');
    await writeFile(file, lines.join('\r\n'));
    const firstLine = async (...words: string[]) => {
      const { said } = simulate('--file', file, '--broker', mqttUrl, ...words);
      return vi.waitFor(() => said[0] ?? expect.fail('not yet'), 60_000);
    };
    expect(await firstLine()).toContain('12 chairs are connected');
    expect(await firstLine('--chairs', '3')).toContain('3 chairs are connected');
  });

  it('accepts coins, faults and cuts through its control interface', async () => {
    const { ask } = await simulateHere(2);
    const coin = { coins: 2, amount: 700, currency: 'CNY', minutes: 5 };
    expect((await ask('/SIM000001/coin', coin)).body).toMatchObject({ state: 'running' });
    await vi.waitFor(async () => {
      const { rows } = await server().pool.query("SELECT amount, minutes FROM orders WHERE device_id = 'SIM000001'");
      expect(rows).toEqual([{ amount: 700, minutes: 5 }]);
    }, 60_000);
    expect((await ask('/SIM000002/fault', { name: 'refuses' })).body.faults).toEqual(['refuses']);
    expect((await ask('/SIM000002/fault', { name: null })).body.faults).toEqual([]);
    expect((await ask('/SIM000002/break', { code: 'E03' })).body.state).toBe('fault');
    expect((await ask('/SIM000002/break', {})).body.state).toBe('idle');
    expect((await ask('/SIM000002/connection', { lostFor: 100 })).body.connected).toBe(false);
    await vi.waitFor(async () => expect(JSON.stringify(await ask(''))).not.toContain('"connected":false'), 60_000);
  });

  it('refuses unknown arguments', async () => {
    const { ask } = await simulateHere(1);
    expect((await ask('/SIM000001/fault', { name: 'explodes' })).status).toBe(400);
    expect((await ask('/SIM000001/coin', { coins: 0 })).status).toBe(400);
    expect((await ask('/NOBODY/coin', {})).status).toBe(404);
    expect((await ask('/SIM000001/dance', {})).status).toBe(404);
    const { said, ended } = simulate('--chairs', 'many');
    expect(await ended).toBe(1);
    expect(said[0]).toBe('--chairs must be a whole number above 0');
  });
});
