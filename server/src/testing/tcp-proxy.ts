import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of a real service, to simulate network failures. */
export interface TcpProxy {
  /** The target's address, through this proxy. */
  url: string;
  /** Connections stay open but transfer nothing, as with a hung machine. */
  stall(): void;
  resume(): void;
  /** Breaks every connection; new ones are accepted. */
  cut(): void;
  /** Breaks every connection; new ones lead to another address, as after a failover. */
  moveTo(url: string): void;
  /** Breaks every connection and refuses new ones, as after a crash. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** The number of connections accepted since the start. */
  accepted(): number;
  stop(): Promise<void>;
}

export async function startTcpProxy(behind: string): Promise<TcpProxy> {
  let target = new URL(behind);
  const sockets = new Set<Socket>();
  let stalled = false;
  let server: Server;
  let port = 0;
  let accepted = 0;

  const hold = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => other.write(chunk));
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    if (stalled) socket.pause();
  };
  const listen = async () => {
    server = createServer((near) => {
      accepted += 1;
      const far = connect(Number(target.port), target.hostname);
      hold(near, far);
      hold(far, near);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const refuse = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  };
  await listen();
  return {
    // Over TCP: the service may have a Unix socket as well.
    url: Object.assign(new URL(behind), { hostname: '127.0.0.1', port: String(port), search: '' }).href,
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      stalled = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    moveTo(url) {
      target = new URL(url);
      cut();
    },
    refuse,
    accept: listen,
    accepted: () => accepted,
    stop: refuse,
  };
}
