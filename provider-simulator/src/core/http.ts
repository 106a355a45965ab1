import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** One HTTP request, its body as raw bytes: signatures cover bytes. */
export interface Call {
  method: string;
  /** Path and query exactly as sent. */
  target: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The address the request came from. */
  remote: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer | AsyncIterable<Buffer | string>;
}

/** The caller gets no answer: the connection is cut, or stays open until the caller gives up. */
export type NoAnswer = 'cut' | 'hang';

/** Undefined: not a path of this handler. */
export type Handler = (call: Call) => Promise<Answer | NoAnswer | undefined> | Answer | undefined;

const maxBodyBytes = 1 << 20;

export interface Listening {
  url: string;
  stop(): Promise<void>;
}

export async function listen(handlers: Handler[], host: string, port: number): Promise<Listening> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBodyBytes) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const target = request.url ?? '/';
      const call: Call = {
        method: request.method ?? 'GET',
        target,
        url: new URL(target, 'http://simulator'),
        headers: request.headers,
        body: Buffer.concat(chunks),
        remote: request.socket.remoteAddress ?? '',
      };
      firstAnswer(handlers, call).then(
        (answer) => send(response, answer),
        (error: Error) => send(response, { status: 500, body: `simulator: ${error.stack ?? error.message}` }),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => close(server) };
}

async function firstAnswer(handlers: Handler[], call: Call): Promise<Answer | NoAnswer> {
  for (const handler of handlers) {
    const answer = await handler(call);
    if (answer) return answer;
  }
  return { status: 404, body: 'no such path' };
}

function send(response: ServerResponse, answer: Answer | NoAnswer): void {
  if (answer === 'hang') return;
  if (answer === 'cut') return void response.socket?.destroy();
  response.writeHead(answer.status, answer.headers ?? {});
  const { body } = answer;
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return void response.end(body);
  // A reader that disconnects midway ends only the stream.
  pipeline(Readable.from(body), response).catch(() => response.destroy());
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

export const redirect = (location: string, headers: Record<string, string> = {}): Answer => ({
  status: 302,
  headers: { location, ...headers },
});

/** What a proxy in front of the provider answers when the provider is down. */
export const badGateway: Answer = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
};

export function readCookie(call: Call, name: string): string | undefined {
  const found = (call.headers.cookie ?? '').split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

export const isLoopback = (address: string): boolean =>
  address === '::1' || address.replace('::ffff:', '').startsWith('127.');
