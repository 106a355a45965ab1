import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../testing/chairs.ts';
import { type Client, makeClient } from '../testing/client.ts';
import { samples } from '../testing/uploads.ts';

/**
 * Runs docs/guide.md as a person would: every line that begins with `$`, in order, in an empty folder, from an empty
 * database. Two of the commands keep running, as in separate terminals.
 */

const root = join(import.meta.dirname, '../../..');
const patience = 60_000;

interface Step {
  command: string;
  prints: string;
}

function stepsOf(guide: string): Step[] {
  const blocks = [...guide.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, text]) => text ?? '');
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [command = '', ...rest] = text.trimEnd().split('\n');
        const more = rest.filter((line) => line.startsWith('> ')).map((line) => line.slice(2));
        return { command: [command, ...more].join('\n'), prints: rest.slice(more.length).join('\n') };
      }),
  );
}

/** Not part of a fresh checkout. */
const ours = new Set(['.data', '.git', 'recline.env', 'test-results']);
let folder: string;
const running: ChildProcess[] = [];
let url = '';
let mqttUrl = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-guide-'));
  await chmod(folder, 0o755);
  // The checkout, as after the first step. Files that the guide writes stay outside of ours.
  for (const entry of readdirSync(root)) if (!ours.has(entry)) symlinkSync(join(root, entry), join(folder, entry));
  await writeFile(join(folder, 'members.webp'), samples['image/webp']); // a picture that the reader has
});
afterAll(async () => {
  for (const child of running.reverse()) {
    if (child.exitCode !== null) continue;
    process.kill(-(child.pid ?? 0), 'SIGINT'); // like Ctrl-C, to npm, its shell and the program
    await once(child, 'exit');
  }
  await until(async () => !existsSync(join(folder, '.data/server.pid')), patience);
  await rm(folder, { recursive: true, force: true });
}, 2 * patience);

// The environment of a new machine, with free ports, and nothing that the guide does not mention.
const { PATH, HOME, NODE_COMPILE_CACHE = '' } = process.env;
const env = { PATH, HOME, NODE_COMPILE_CACHE, PORT: '0', HOST: '127.0.0.1', MQTT_PORT: '0' };

/** Starts a program that keeps running; resolves when `hear` accepts a line of its output. */
function background(command: string, hear: (line: string) => boolean): Promise<void> {
  const child = spawn('bash', ['-c', `exec ${command}`], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  running.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}`)));
    createInterface(child.stdout).on('line', (line) => {
      if (hear(line)) resolve();
    });
  });
}

const startServer = (command: string) =>
  background(command, (line) => {
    url = /Recline is ready:\s+(\S+)/.exec(line)?.[1] ?? url;
    mqttUrl = /Chairs connect to:\s+(\S+)/.exec(line)?.[1] ?? mqttUrl;
    return line.includes('Ctrl-C');
  });

const simulate = (command: string) =>
  background(command.replace('mqtt://localhost:1883', mqttUrl), (line) => line.includes('are connected'));

const shell = (command: string): Promise<string> =>
  new Promise((resolve) => {
    execFile('bash', ['-c', command], { cwd: folder, env }, (_error, stdout, stderr) =>
      resolve((stdout + stderr).trimEnd()),
    );
  });

/** The customer of step 7: scans, taps Pay without a login, pays on the sandbox's page and waits for the end. */
async function customer(client: Client): Promise<void> {
  expect((await fetch(`${url}/pages/index/index?deviceId=A10086`)).status).toBe(200);
  const guest = await client.session.guest({});
  const sent = { token: guest.data.accessToken };
  expect((await client.starting.deviceStatus({ deviceId: 'A10086' }, sent)).data).toBeNull();
  const list = await client.starting.priceGroup({ deviceId: 'A10086' }, sent);
  const [price] = (JSON.parse(list.data) as { priceId: string; recommended: boolean }[]).filter(
    (each) => each.recommended,
  );
  const order = {
    deviceId: 'A10086',
    priceId: price?.priceId ?? '',
    payType: 'sandbox' as const,
    requestId: randomUUID(),
  };
  const { data } = await client.starting.activate(order, sent);
  expect(data).toMatchObject({ orderId: '1', status: 'pending' });
  const paid = await fetch(data.payUrl ?? '', {
    method: 'POST',
    body: new URLSearchParams({ decision: 'paid' }),
    redirect: 'manual',
  });
  expect(paid.status).toBe(303);
  await until(async () => (await client.orders.get({ orderId: '1' }, sent)).data.status === 'finished', patience);
}

/** Masks values that differ from run to run. */
const normalized = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '<time>')
    .replace(/\d{4}-\d\d-\d\d/g, '<day>')
    .replace(/\d{6}(?=0000001\b)/g, '<day>')
    .replace(/(?<=Secret: )\S+/g, '<secret>')
    .replace(/(?<=Password: )\S+/g, '<password>')
    .replace(/\/\S+(?=\/\w+\.(pdf|tar\.gz))/g, '<folder>')
    .replace(/\d+ (tables|rows|applied)/g, '<count> $1')
    .replace(/^(recline|node|postgres) +\S+$/gm, '$1 <version>')
    .replace(/\S+@\S+/g, '<who>')
    .replace(/[0-9a-f]{6}_\d+_\d+(_\w+)?/g, '<number>')
    .replace(/guest \d+/g, '<guest>')
    .replace(/ +/g, ' ');

/** Expects the lines of `expected` in this order; `…` stands for any number of lines. */
function expectPrinted(printed: string, expected: string): void {
  const parts = normalized(expected).split(/^…$\n?/m);
  if (parts.length === 1) expect(normalized(printed)).toBe(parts[0]);
  let rest = normalized(printed);
  for (const part of parts) {
    const at = rest.indexOf(part.trimEnd());
    expect(at, `${part} in ${rest}`).toBeGreaterThanOrEqual(0);
    rest = rest.slice(at + part.trimEnd().length);
  }
}

const guide = readFileSync(join(root, 'docs/guide.md'), 'utf8');

it('the commands of the guide lead from an empty database to a paid, finished order, and print what the guide shows', async () => {
  const steps = stepsOf(guide);
  expect(steps.length).toBeGreaterThan(20);
  for (const { command, prints } of steps) {
    if (command === 'npm start') await startServer(command);
    else if (command.startsWith('npm run simulate')) await simulate(command);
    else {
      if (command === 'bin/recline device list')
        await until(async () => (await shell(command)).match(/online/g)?.length === 2, patience);
      if (command === 'bin/recline order show 1') await customer(makeClient(url));
      expectPrinted(await shell(command), prints);
    }
  }
}, 600_000);
