import { createServer, type ListenOptions, type Server } from 'node:net';

/**
 * Node takes one new connection from a listening socket each turn of its loop. When turns are long because much
 * is going on, those who come wait for seconds in a queue that is short, are turned away, and come again. So a
 * server has several listening sockets on one port, and the system spreads who comes over them.
 */
const doors = 16;
/** Phones and chairs that connect together wait in a queue; one that is too short breaks their connections much later. */
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

/** How the server itself listens. A port that another program has is refused: sockets that share would share with it. */
export async function firstDoor(host: string, port: number): Promise<ListenOptions & { port: number; host: string }> {
  if (!canShare) return { host, port, backlog };
  if (port !== 0) {
    const alone = createServer();
    await listening(alone, { host, port });
    await new Promise((resolve) => alone.close(resolve));
  }
  return { host, port, backlog, reusePort: true };
}

export interface Doors {
  port: number;
  /** Lets nobody in any more, by these doors; done when those who came by them have left. */
  close(): Promise<void>;
}

/** The other doors of a server that listens. */
export async function openDoors(server: Server, host: string): Promise<Doors> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { port } = address;
  const others = Array.from({ length: canShare ? doors - 1 : 0 }, () =>
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
