import type { ErrorName } from '@recline/contract/errors';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../error.ts';
import type { Caller, FindCaller } from './caller.ts';

const sessionEnds: readonly ErrorName[] = ['noSession', 'sessionExpired', 'loggedInElsewhere'];
const isSessionEnd = (error: unknown) => error instanceof AppError && sessionEnds.includes(error.problem as ErrorName);

/** The caller of a public call, if the token is valid. The call is for everybody, so an ended session is no error. */
export async function optionalCaller(
  { headers }: Pick<FastifyRequest, 'headers'>,
  findCaller: FindCaller,
): Promise<Caller | null> {
  const token = headers['access-token'];
  if (typeof token !== 'string' || token === '') return null;
  try {
    return await findCaller('token', token);
  } catch (error) {
    if (isSessionEnd(error)) return null;
    throw error;
  }
}
