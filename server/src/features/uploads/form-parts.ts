import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, fail } from '../../platform/error.ts';

/** The parser has read all of a form long before this; with some malformed ones it never comes to an end. */
const endOfFormMs = 1_000;

const badForm = () => fail('badRequest', { field: 'file' });

/** The parts of a form, as they arrive. */
export const partsOf = (request: FastifyRequest): AsyncIterable<Multipart> => orBadRequest(endingParts(request));

/** Turns errors of reading a malformed or incomplete form into `badRequest`: they are the sender's fault, not ours. */
export async function* orBadRequest<T>(content: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* content;
  } catch (error) {
    const isKnown = error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined;
    throw isKnown ? error : badForm();
  }
}

async function* endingParts(request: FastifyRequest): AsyncIterable<Multipart> {
  const parts = request.parts();
  for (;;) {
    const next = await beforeEndOf(request.raw, parts.next());
    if (next.done) return;
    yield next.value;
  }
}

/** What the parser finds, or an error where it still waits when nothing more can arrive. */
async function beforeEndOf<T>(body: IncomingMessage, found: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const overdue = async (): Promise<never> => {
    if (!body.readableEnded) await once(body, 'end', { signal });
    await sleep(endOfFormMs, undefined, { signal });
    throw badForm();
  };
  try {
    return await Promise.race([found, overdue()]);
  } finally {
    waiting.abort();
  }
}
