import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorName, errors } from '@recline/contract/errors';
import { defaultLanguage } from '@recline/contract/languages';
import { limits } from '@recline/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorMessage } from '../../locales/index.ts';
import { fail } from '../error.ts';

/**
 * A deadline for the body of each request, against clients that send a byte at a time to hold connections. Node has one
 * limit for all routes, and an upload needs minutes.
 */
const extensions = new WeakMap<IncomingMessage, (seconds: number) => void>();
const extended = new WeakSet<IncomingMessage>();

export function limitBodyTime(app: FastifyInstance, seconds: number): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request.raw)) setDeadline(request.raw, reply.raw, seconds);
  });
}

/** For a sender that may send a large body. */
export function extendBodyDeadline({ raw }: FastifyRequest, seconds: number): void {
  extensions.get(raw)?.(seconds);
  extended.add(raw);
}

/** Whether this request may take long to arrive. */
export const isExtended = (request: IncomingMessage): boolean => extended.has(request);

const isForm = /^multipart\//i;

/** The part of a request's body that can be in memory. The file host streams forms to disk. */
export function bufferedBodyBytes(request: IncomingMessage): number {
  if (!hasBody(request) || isForm.test(request.headers['content-type'] ?? '')) return 0;
  return Math.min(Number(request.headers['content-length'] ?? limits.bodyBytes), limits.bodyBytes);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function setDeadline(request: IncomingMessage, response: ServerResponse, seconds: number): void {
  const endRequest = () => {
    if (request.complete) return;
    if (response.headersSent)
      request.destroy(); // it has been answered already
    else answerAndClose(request.socket, 408, 'badRequest');
  };
  let timer = setTimeout(endRequest, seconds * 1000);
  extensions.set(request, (longer) => {
    clearTimeout(timer);
    timer = setTimeout(endRequest, longer * 1000);
  });
  // A minor garbage collection treats the values of a WeakMap as reachable, so an entry would keep its request alive.
  const stop = () => {
    clearTimeout(timer);
    extensions.delete(request);
  };
  request.once('end', stop);
  request.once('close', stop);
}

/** Time for the client to read the answer before the connection is closed. */
const closeAfterMs = 1_000;

const byCode: Record<string, [status: number, problem: 'tooLarge' | 'badRequest']> = {
  HPE_HEADER_OVERFLOW: [431, 'tooLarge'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'badRequest'],
};

/**
 * For a request that is refused before its body has arrived. Fastify closes the connection right after the answer; a
 * client that is still sending would then see a connection reset instead of the answer. Here the connection stays open
 * a little longer, and the rest of the body is discarded.
 */
export function closeSoon({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  reply.raw.once('finish', () => setTimeout(() => raw.complete || raw.socket.destroy(), closeAfterMs).unref());
}

/** Answers requests that never reach a route: malformed HTTP, or a head that is too slow or too large. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  answerAndClose(socket, ...(byCode[error.code ?? ''] ?? [400, 'badRequest']));
}

function answerAndClose(socket: Duplex, status: number, problem: Extract<ErrorName, 'tooLarge' | 'badRequest'>): void {
  const known = problem === 'tooLarge' ? fail('tooLarge') : fail('badRequest', { field: 'body' });
  const message = errorMessage(known, defaultLanguage);
  const body = Buffer.from(JSON.stringify({ code: errors[problem].code, message, data: null }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  if (socket.writableEnded) return;
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  // Closing at once with unread input would send a reset, and the client would lose the answer.
  setTimeout(() => socket.destroy(), closeAfterMs).unref();
}
