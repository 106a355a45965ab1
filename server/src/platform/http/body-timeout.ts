import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorName, errors } from '@recline/contract/errors';
import { defaultLanguage } from '@recline/contract/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorMessage } from '../../locales/index.ts';
import { fail } from '../error.ts';

/**
 * A request must arrive: whoever sends it a byte at a time holds a connection for nothing. Node has one
 * limit for all routes, and an upload needs minutes, so the body of each request has a deadline of its own.
 */
const extensions = new WeakMap<IncomingMessage, (seconds: number) => void>();

export function limitArrival(app: FastifyInstance, seconds: number): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request.raw)) setDeadline(request.raw, reply.raw, seconds);
  });
}

/** For a sender who has shown that it may send something large. */
export const allowLonger = ({ raw }: FastifyRequest, seconds: number): void => extensions.get(raw)?.(seconds);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function setDeadline(request: IncomingMessage, response: ServerResponse, seconds: number): void {
  const giveUp = () => {
    if (request.complete) return;
    // Whoever has its answer already gets no second one.
    if (response.headersSent) request.destroy();
    else hangUp(request.socket, 408, 'badRequest');
  };
  let timer = setTimeout(giveUp, seconds * 1000);
  extensions.set(request, (longer) => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, longer * 1000);
  });
  const arrived = () => clearTimeout(timer);
  request.once('end', arrived);
  request.once('close', arrived);
}

const lastWord = 1_000;

const byCode: Record<string, [status: number, problem: 'tooLarge' | 'badRequest']> = {
  HPE_HEADER_OVERFLOW: [431, 'tooLarge'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'badRequest'],
};

/** What is not HTTP, or too slow, or too much of it, never gets as far as a route: it is answered here. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  hangUp(socket, ...(byCode[error.code ?? ''] ?? [400, 'badRequest']));
}

function hangUp(socket: Duplex, status: number, problem: Extract<ErrorName, 'tooLarge' | 'badRequest'>): void {
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
  // Closed at once, with bytes of theirs unread, it would be a reset, and the answer would be lost.
  setTimeout(() => socket.destroy(), lastWord).unref();
}
