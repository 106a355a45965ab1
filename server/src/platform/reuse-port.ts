import { createServer, type ListenOptions, type Server } from 'node:net';

/**
 * Node accepts one connection per listening socket and event-loop turn. When turns are long, the accept queue of a
 * single socket overflows and clients retry for seconds. With SO_REUSEPORT the kernel spreads new connections over
 * several listening sockets of one port.
 */
const listeners = 16;
/** Phones and chairs reconnect at once, which would overflow a short accept queue. */
const backlog = 4096;
const canShare = process.platform === 'linux';

const listening = (server: Server, options: ListenOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });

/**
 * Options for the server's own listening socket. A port in use by another program is refused, because SO_REUSEPORT
 * would share it.
 */
export async function listenOptions(
  host: string,
  port: number,
): Promise<ListenOptions & { port: number; host: string }> {
  if (!canShare) return { host, port, backlog };
  if (port !== 0) {
    const probe = createServer();
    await listening(probe, { host, port });
    await new Promise((resolve) => probe.close(resolve));
  }
  return { host, port, backlog, reusePort: true };
}

export interface SharedPort {
  port: number;
  /** Closes the additional listening sockets; resolves when their connections have ended. */
  close(): Promise<void>;
}

/** Adds listening sockets on the port of a server that already listens. */
export async function shareListening(server: Server, host: string): Promise<SharedPort> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { port } = address;
  const others = Array.from({ length: canShare ? listeners - 1 : 0 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket)),
  );
  for (const other of others) await listening(other, { host, port, backlog, reusePort: true });
  return {
    port,
    async close() {
      await Promise.all(others.map((other) => new Promise((resolve) => other.close(resolve))));
    },
  };
}
