import { errors } from '@recline/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorMessage } from '../../locales/index.ts';
import { isDeadlock, isOutOfReach } from '../db.ts';
import { AppError, fail } from '../error.ts';
import { closeSoon } from './body-timeout.ts';
import { languageOf } from './calls.ts';

/** Answers any error with the envelope, in the caller's language. Unexpected errors are logged. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known: AppError = error instanceof AppError ? error : translate(error);
  const { code, status } = errors[known.problem];
  if (status >= 500 && known !== error) request.log.error({ err: error, reqId: request.id }, 'request failed');
  if (reply.raw.headersSent) return reply;
  if (known.problem === 'unavailable') reply.header('retry-after', '2');
  if (isBodyError(error) && !request.raw.complete) closeSoon(request, reply);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((payload) => JSON.stringify(payload))
    .send({ code, message: errorMessage(known, languageOf(request)), data: known.data });
}

/** Errors of Fastify's parsers: the body is too large, or its type is not accepted. */
const isBodyError = (error: unknown) => (error as Partial<FastifyError>).code?.startsWith('FST_ERR_CTP_') ?? false;

const notFoundCodes = ['FST_ERR_NOT_FOUND', 'FST_ERR_MAX_PARAM_LENGTH'];

function translate(error: unknown): AppError {
  const { code, statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413) return fail('tooLarge');
  // Checked first: a caller that disconnects inside a body looks like a lost database connection.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return notFoundCodes.includes(code ?? '') ? fail('notFound') : fail('badRequest', { field: 'body' });
  }
  // A deadlock rolled the whole request back: it can be repeated.
  if (statusCode === 503 || isOutOfReach(error) || isDeadlock(error)) return fail('unavailable');
  return fail('internal');
}
