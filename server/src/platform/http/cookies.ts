import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie that scripts cannot read and that other sites cannot send along. */
export interface HttpCookie {
  name: string;
  maxAgeSeconds: number;
  value: RegExp;
  /** The path for plain http; `/` by default. */
  path?: string;
}

/** Over https the `__Host-` prefix, which requires Secure and the path `/`, prevents a sibling host from setting it. */
const nameOf = ({ name }: HttpCookie, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

function setTo(reply: FastifyReply, cookie: HttpCookie, value: string, seconds: number, isSecure: boolean): void {
  const place = isSecure ? 'Path=/; Secure' : `Path=${cookie.path ?? '/'}`;
  const text = `${nameOf(cookie, isSecure)}=${value}; Max-Age=${seconds}; ${place}; HttpOnly; SameSite=Lax`;
  reply.header('set-cookie', text);
}

export const isHttps = ({ protocol }: FastifyRequest): boolean => protocol === 'https';

export function readCookie(request: FastifyRequest, cookie: HttpCookie, isSecure: boolean): string | undefined {
  const prefix = `${nameOf(cookie, isSecure)}=`;
  const given = (request.headers.cookie ?? '').split(';').map((each) => each.trim());
  const value = given.find((each) => each.startsWith(prefix))?.slice(prefix.length);
  return value !== undefined && cookie.value.test(value) ? value : undefined;
}

export const setCookie = (reply: FastifyReply, cookie: HttpCookie, value: string, isSecure: boolean): void =>
  setTo(reply, cookie, value, cookie.maxAgeSeconds, isSecure);

export const clearCookie = (reply: FastifyReply, cookie: HttpCookie, isSecure: boolean): void =>
  setTo(reply, cookie, '', 0, isSecure);
