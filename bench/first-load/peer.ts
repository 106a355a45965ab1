import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { installSeparately } from '../lib/separate-packages.ts';

const folder = join(import.meta.dirname, '../../.cache/peer');
const dist = join(folder, 'dist/build/h5');
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

interface File {
  type: string;
  body: Buffer;
}

/** Installs and builds the uni-app peer, outside our own packages. */
export function buildPeer(): void {
  installSeparately('peer', '@dcloudio/uni-h5').npm('run', '--silent', 'build');
}

function readFiles(): Map<string, File> {
  const names = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const type = types[extname(path)] ?? 'application/octet-stream';
      return [path.slice(dist.length), { type, body: brotliCompressSync(readFileSync(path)) }];
    }),
  );
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, api: string): void {
  const { method, headers, url } = incoming;
  const onward = request(`${api}${url}`, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(onward);
}

/** Serves the peer's build, compressed as well as ours, in front of the same API. */
export async function servePeer(api: string): Promise<{ url: string; stop(): void }> {
  const files = readFiles();
  const page = files.get('/index.html');
  const server = createServer((incoming, outgoing) => {
    if (/^\/(api|sandbox)\//.test(incoming.url ?? '')) return passOn(incoming, outgoing, api);
    const file = files.get(incoming.url ?? '') ?? page;
    outgoing.writeHead(200, { 'content-type': file?.type, 'content-encoding': 'br' }).end(file?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
