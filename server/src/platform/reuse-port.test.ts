import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { listenOptions, shareListening } from './reuse-port.ts';

const host = '127.0.0.1';
const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function startListening(port = 0) {
  const server = createServer((socket) => socket.end('welcome'));
  server.listen(await listenOptions(host, port));
  await once(server, 'listening');
  ends.push(() => server.close());
  const shared = await shareListening(server, host);
  ends.push(shared.close);
  return { server, ...shared };
}

async function connectAndRead(port: number): Promise<string> {
  const socket = connect(port, host);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  await once(socket, 'close');
  return heard;
}

it('connections to any of the listening sockets are served', async () => {
  const { port } = await startListening();
  const heard = await Promise.all(Array.from({ length: 200 }, () => connectAndRead(port)));
  expect(new Set(heard)).toEqual(new Set(['welcome']));
});

it('a port in use is refused, even one of our own', async () => {
  const { port } = await startListening();
  await expect(startListening(port)).rejects.toThrow('EADDRINUSE');
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  ends.push(() => other.close());
  await expect(startListening((other.address() as AddressInfo).port)).rejects.toThrow('EADDRINUSE');
});

it('after closing, no socket of the port accepts connections', async () => {
  const { server, port, close } = await startListening();
  await Promise.all([close(), new Promise((resolve) => server.close(resolve))]);
  for (let tries = 0; tries < 50; tries += 1) {
    const socket = connect(port, host);
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  }
});
