import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { listenOptions, shareListening } from './reuse-port.ts';

const host = '127.0.0.1';
const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function openHouse(port = 0) {
  const server = createServer((socket) => socket.end('welcome'));
  server.listen(await listenOptions(host, port));
  await once(server, 'listening');
  ends.push(() => server.close());
  const doors = await shareListening(server, host);
  ends.push(doors.close);
  return { server, ...doors };
}

async function visit(port: number): Promise<string> {
  const socket = connect(port, host);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  await once(socket, 'close');
  return heard;
}

it('whoever comes is let in, by whichever door', async () => {
  const { port } = await openHouse();
  const heard = await Promise.all(Array.from({ length: 200 }, () => visit(port)));
  expect(new Set(heard)).toEqual(new Set(['welcome']));
});

it('a port that somebody has already, be it one of ours, is refused', async () => {
  const { port } = await openHouse();
  await expect(openHouse(port)).rejects.toThrow('EADDRINUSE');
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  ends.push(() => other.close());
  await expect(openHouse((other.address() as AddressInfo).port)).rejects.toThrow('EADDRINUSE');
});

it('behind closed doors nobody gets in', async () => {
  const { server, port, close } = await openHouse();
  await Promise.all([close(), new Promise((resolve) => server.close(resolve))]);
  for (let tries = 0; tries < 50; tries += 1) {
    const socket = connect(port, host);
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  }
});
