import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

const sslRequest = 80877103;

/** PostgreSQL's clients ask for TLS in plain text first; this accepts. */
async function negotiatePostgres(socket: Socket): Promise<void> {
  const [request] = (await once(socket, 'data')) as [Buffer];
  if (request.readInt32BE(4) !== sslRequest) throw new Error('the client did not ask for TLS');
  socket.write('S');
}

/** Serves a plain service over TLS, like a database or broker with its own certificate. */
export async function startTlsTerminator(behind: string, certificate: { key: string; cert: string }) {
  const target = new URL(behind);
  const sockets = new Set<Socket>();
  const forward = async (socket: Socket) => {
    if (target.protocol.startsWith('postgres')) await negotiatePostgres(socket);
    const near = new TLSSocket(socket, { isServer: true, ...certificate });
    const far = connect(Number(target.port), target.hostname);
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
    socket.once('close', () => far.destroy());
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    void forward(socket).catch(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: String((server.address() as AddressInfo).port),
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
