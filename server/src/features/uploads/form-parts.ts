import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, fail } from '../../platform/error.ts';

/** How long the parser may take after the whole form has arrived. For some malformed forms it never finishes. */
const endOfFormMs = 1_000;

const badForm = () => fail('badRequest', { field: 'file' });

/** The parts of a form, as they arrive. */
export const partsOf = (request: FastifyRequest): AsyncIterable<Multipart> => orBadRequest(endingParts(request));

/** Reports a malformed or incomplete form as `badRequest`: it is the client's fault. */
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

/** The parser's result, or `badRequest` if it is still waiting after the whole body has arrived. */
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
