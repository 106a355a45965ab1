import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * A load balancer as deploy/ configures nginx and Caddy: round robin; a request that did not reach a server goes to the
 * next one, and so does a GET whose server died before it answered. A POST that was sent is not repeated.
 */
export async function startHttpProxy(targets: string[]) {
  let turn = 0;

  const forward = (target: string, incoming: IncomingMessage, body: Buffer, answer: ServerResponse) =>
    new Promise<'answered' | 'not reached' | 'lost'>((resolve) => {
      const { method, headers } = incoming;
      let reached = false;
      const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers, agent: false }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
        response.once('error', () => answer.destroy());
        answer.once('close', () => response.destroy());
        resolve('answered');
      });
      outgoing.once('socket', (socket) =>
        socket.once('connect', () => {
          reached = true;
        }),
      );
      outgoing.once('error', () => resolve(reached ? 'lost' : 'not reached'));
      outgoing.end(body);
    });

  async function serve(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const first = turn++;
    for (let tries = 0; tries < targets.length; tries += 1) {
      const target = targets[(first + tries) % targets.length] ?? '';
      const result = await forward(target, incoming, body, answer);
      if (result === 'answered') return;
      if (result === 'lost' && incoming.method !== 'GET') break;
    }
    answer.writeHead(502).end('{}');
  }

  const server = createServer((incoming, answer) => {
    serve(incoming, answer).catch(() => answer.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
