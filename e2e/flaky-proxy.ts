import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can reset one connection in the middle of an upload. */
export async function startFlakyProxy(target: string) {
  const { port, hostname } = new URL(target);
  const sockets = new Set<Socket>();
  let cutAfter = Number.POSITIVE_INFINITY;
  let cuts = 0;
  let received = 0;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    const both = [client, server];
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        for (const other of both) other.destroy();
      });
    }
    client.on('data', (chunk) => {
      received += chunk.length;
      cutAfter -= chunk.length;
      if (cutAfter < 0) {
        cutAfter = Number.POSITIVE_INFINITY;
        cuts += 1;
        for (const socket of both) socket.resetAndDestroy();
      } else server.write(chunk);
    });
    server.on('data', (chunk) => client.write(chunk));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://localhost:${address.port}`,
    /** Resets a connection once, after this many more bytes from the client. */
    cutAfter(bytes: number): void {
      cutAfter = bytes;
    },
    cuts: () => cuts,
    /** How many bytes clients have sent. */
    received: () => received,
    stop(): void {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
