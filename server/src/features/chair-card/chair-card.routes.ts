import type { chairCard } from '@recline/contract/chair-card';
import type { ErrorName } from '@recline/contract/errors';
import { AppError } from '../../platform/error.ts';
import type { Caller, FindCaller } from '../../platform/http/caller.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { ChairCard } from './chair-card.service.ts';

const sessionEnds: readonly ErrorName[] = ['noSession', 'sessionExpired', 'loggedInElsewhere'];
const isSessionEnd = (error: unknown) => error instanceof AppError && sessionEnds.includes(error.problem as ErrorName);

/** The caller, where the token is good. The page is for everybody, so a session that ended is no error here. */
async function callerOf(token: unknown, findCaller: FindCaller): Promise<Caller | null> {
  if (typeof token !== 'string' || token === '') return null;
  try {
    return await findCaller('token', token);
  } catch (error) {
    if (isSessionEnd(error)) return null;
    throw error;
  }
}

export const chairCardHandlers = (card: ChairCard, findCaller: FindCaller): HandlersOf<typeof chairCard> => ({
  get: async ({ deviceId }, { request: { headers } }) =>
    card(deviceId, await callerOf(headers['access-token'], findCaller), headers['user-agent'] ?? ''),
});
