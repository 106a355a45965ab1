import type { FastifyRequest } from 'fastify';

/** Whose page sent a request: ours, another site's, or unknown. */
export type Sender = 'own' | 'other' | 'unsaid';

type Request = Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>;

/** Our origins are the one at which the request arrived and that of the server's public address. */
export function senderOf({ headers, protocol, host }: Request, publicUrl: string | undefined): Sender {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return 'other';
  if (origin === undefined) return site === undefined ? 'unsaid' : 'own';
  const own = [`${protocol}://${host}`, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])];
  return own.includes(origin) ? 'own' : 'other';
}
