import { errors } from '@recline/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorMessage } from '../../locales/index.ts';
import { AppError, fail } from '../error.ts';
import { languageOf } from './calls.ts';

/** Answers any error with the envelope, in the caller's language. What the caller cannot mend is logged. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known: AppError = error instanceof AppError ? error : translate(error);
  const { code, status } = errors[known.problem];
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (reply.raw.headersSent) return reply;
  if (status === 503) reply.header('retry-after', '2');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((payload) => JSON.stringify(payload))
    .send({ code, message: errorMessage(known, languageOf(request)), data: known.data });
}

function translate(error: unknown): AppError {
  const { code, statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413) return fail('tooLarge');
  if (statusCode === 503 || isOutOfReach(error)) return fail('unavailable');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return code === 'FST_ERR_NOT_FOUND' ? fail('notFound') : fail('badRequest', { field: 'body' });
  }
  return fail('internal');
}

/** The database or the broker did not answer: shutting down, starting up, out of connections, too slow. */
function isOutOfReach(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  const codes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300', '57014', '08006', '08001'];
  return (code !== undefined && codes.includes(code)) || /timeout|Connection terminated/i.test(message);
}
