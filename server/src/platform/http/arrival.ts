import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
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
const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

export function limitArrival(app: FastifyInstance, seconds: number): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (hasBody(raw)) setDeadline(raw, seconds);
  });
}

/** For a sender who has shown that it may send something large. */
export function allowLonger({ raw }: FastifyRequest, seconds: number): void {
  clearTimeout(deadlines.get(raw));
  setDeadline(raw, seconds);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function setDeadline(raw: IncomingMessage, seconds: number): void {
  const timer = setTimeout(() => {
    if (!raw.complete) hangUp(raw.socket, 408, 'badRequest');
  }, seconds * 1000);
  timer.unref();
  deadlines.set(raw, timer);
  const arrived = () => clearTimeout(timer);
  raw.once('end', arrived);
  raw.once('close', arrived);
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
