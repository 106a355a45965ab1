import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, FindCaller } from '../../platform/http/caller.ts';
import { clearCookie, type HttpCookie, isHttps, readCookie, setCookie } from '../../platform/http/cookies.ts';
import { optionalCaller } from '../../platform/http/optional-caller.ts';

/**
 * The session of an end user, with the same token as in its scripts, for pages and forms. Only they read it: a call
 * takes its token from a header, which no other site can send.
 */
const cookie: HttpCookie = {
  name: 'recline-session',
  maxAgeSeconds: 400 * 24 * 3600, // the most that browsers allow; the session itself expires by its own rules
  value: /^[\w-]{43}$/,
};

export const readSession = (request: FastifyRequest): string | undefined =>
  readCookie(request, cookie, isHttps(request));

export const setSession = (request: FastifyRequest, reply: FastifyReply, accessToken: string): void =>
  setCookie(reply, cookie, accessToken, isHttps(request));

export const clearSession = (request: FastifyRequest, reply: FastifyReply): void =>
  clearCookie(reply, cookie, isHttps(request));

/** The end user of the cookie, if its session is live. */
export async function endUserOf(request: FastifyRequest, findCaller: FindCaller): Promise<Caller | null> {
  const token = readSession(request);
  const caller = token ? await optionalCaller({ headers: { 'access-token': token } }, findCaller) : null;
  return caller?.role === 'consumer' ? caller : null;
}

/** On a call with an end user's token: sets the cookie to the same session if it is missing or another's. */
export function keepSession(request: FastifyRequest, reply: FastifyReply, caller: Caller | null): void {
  const token = request.headers['access-token'];
  if (caller?.role !== 'consumer' || typeof token !== 'string' || token === readSession(request)) return;
  setSession(request, reply, token);
}
