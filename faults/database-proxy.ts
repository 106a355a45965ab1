import { connect, createServer, type Socket } from 'node:net';

/** A proxy between the server and PostgreSQL that breaks, stalls or refuses connections. */
export interface DatabaseProxy {
  /** The database's address, through this proxy. */
  url: string;
  refusing: boolean;
  counts: { cut: number; refused: number; lostCommits: number };
  /** How many connections are open now. */
  open(): number;
  cut(): void;
  /** Holds back all data in both directions for a while. */
  stall(milliseconds: number): void;
  /** The next `count` commits are made, and their answers are lost with the connection. */
  loseCommits(count: number): void;
  stop(): Promise<void>;
}

interface Link {
  near: Socket;
  far: Socket;
}

const commit = Buffer.from('COMMIT\0');

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  let commitsToLose = 0;
  const end = ({ near, far }: Link) => {
    near.destroy();
    far.destroy();
  };

  /** The request reaches the database; its answer is lost. */
  const loseAnswer = (link: Link) => {
    commitsToLose -= 1;
    proxy.counts.lostCommits += 1;
    link.far.removeAllListeners('data');
    link.far.once('data', () => end(link));
  };

  const server = createServer((near) => {
    if (proxy.refusing) {
      proxy.counts.refused += 1;
      return void near.destroy();
    }
    const far = connect(Number(target.port), target.hostname);
    const link = { near, far };
    links.add(link);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        links.delete(link);
        end(link);
      });
    }
    far.on('data', (chunk) => near.writable && near.write(chunk));
    near.on('data', (chunk) => {
      if (commitsToLose > 0 && chunk.includes(commit)) loseAnswer(link);
      if (far.writable) far.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const proxy: DatabaseProxy = {
    // Over TCP: the database may have a Unix socket as well.
    url: Object.assign(new URL(databaseUrl), { port: String(port), search: '' }).href,
    refusing: false,
    counts: { cut: 0, refused: 0, lostCommits: 0 },
    open: () => links.size,
    cut() {
      proxy.counts.cut += links.size;
      for (const link of [...links]) end(link);
    },
    stall(milliseconds) {
      const stalled = [...links].flatMap(({ near, far }) => [near, far]);
      for (const socket of stalled) socket.pause();
      setTimeout(() => {
        for (const socket of stalled) socket.resume();
      }, milliseconds);
    },
    loseCommits(count) {
      commitsToLose = count;
    },
    async stop() {
      for (const link of [...links]) end(link);
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
