import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { basePath } from '@recline/contract/call';
import { isMain } from '../platform/is-main.ts';

/** Sockets that write the same bytes and then nothing; those that do not read leave the server's answers unread. */
export interface HeldSockets {
  count: number;
  /** Written with a pause before each. */
  writes: string[];
  reads: boolean;
}

const head = (method: string, path: string, more = '') => `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}`;
const halfJson = 'Content-Type: application/json\r\nContent-Length: 400\r\n\r\n{"account":';
const large = head('GET', '/api/openapi.json', '\r\n').repeat(15);

/** They send nothing. */
export const idle = (count: number): HeldSockets => ({ count, writes: [], reads: true });
/** They send half a head. */
export const halfHead = (count: number): HeldSockets => ({
  count,
  writes: [head('GET', '/healthz', 'X-Half: ')],
  reads: true,
});
/** They send half the body of a call. */
export const halfBody = (count: number, path: string): HeldSockets => ({
  count,
  writes: [head('POST', `${basePath}${path}`, halfJson)],
  reads: true,
});
/** They do not read: answers fill the buffers of the kernel, and then the answer of a call waits. */
export const unread = (count: number): HeldSockets => ({
  count,
  writes: [large, large, large, head('GET', `${basePath}/dict/cache-value`, '\r\n')],
  reads: false,
});

interface Orders {
  url: string;
  held: HeldSockets[];
}

/** Fewer than the open files that any machine allows a process. */
const perProcess = 800;

/**
 * Holds sockets to a server from separate processes, because the sockets of one process are limited. A socket that the
 * server closes is reopened. Resolves when all have been opened.
 */
export async function holdSockets(url: string, held: HeldSockets[]): Promise<{ stop(): Promise<void> }> {
  const children = await Promise.all(share(held).map((each) => startHolding({ url, held: each })));
  return {
    async stop() {
      await Promise.all(children.map(end));
    },
  };
}

/** Shares the sockets out among as few processes as can hold them. */
function share(held: HeldSockets[]): HeldSockets[][] {
  const shares: HeldSockets[][] = [];
  let room = 0;
  for (const { count, ...rest } of held) {
    for (let left = count; left > 0; ) {
      if (room === 0) {
        shares.push([]);
        room = perProcess;
      }
      const taken = Math.min(left, room);
      shares.at(-1)?.push({ ...rest, count: taken });
      left -= taken;
      room -= taken;
    }
  }
  return shares;
}

async function startHolding(orders: Orders): Promise<ChildProcess> {
  const child = fork(import.meta.filename, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(orders);
  await once(child, 'message');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

// In the child process ------------------------------------------------------------------------

const reopenAfterMs = 500;
const pauseMs = 100;

/** The certificate of a proxy is not checked here. */
function connectTo(url: string, connected: () => void): Socket {
  const { protocol, port } = new URL(url);
  const to = { host: '127.0.0.1', port: Number(port) };
  return protocol === 'https:' ? connectTls({ ...to, rejectUnauthorized: false }, connected) : connect(to, connected);
}

function hold(url: string, { writes, reads }: HeldSockets): Promise<void> {
  return new Promise((opened) => {
    const open = () => {
      const socket = connectTo(url, async () => {
        for (const bytes of writes) {
          await sleep(pauseMs);
          if (socket.writable) socket.write(bytes);
        }
        opened();
      });
      if (reads) socket.resume();
      socket.on('error', () => {}); // the server may reset it
      socket.on('close', () => setTimeout(open, reopenAfterMs));
    };
    open();
  });
}

if (isMain(import.meta)) {
  process.once('disconnect', () => process.exit(0));
  process.once('message', async ({ url, held }: Orders) => {
    await Promise.all(held.flatMap((each) => Array.from({ length: each.count }, () => hold(url, each))));
    process.send?.('open');
  });
}
