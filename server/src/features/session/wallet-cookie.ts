import { basePath } from '@recline/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Binds an authorisation to the browser that asked for it. Scripts cannot read it, other sites cannot make it go along. */
const name = 'recline-wallet';
const path = `${basePath}/login/wallet`;
const seconds = 5 * 60;
const key = /(?:^|;\s*)recline-wallet=([\w-]{43})(?:;|$)/;

export const readBrowserKey = (request: FastifyRequest): string | undefined =>
  key.exec(request.headers.cookie ?? '')?.[1];

export function setBrowserKey(reply: FastifyReply, value: string, isSecure: boolean): void {
  const secure = isSecure ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`);
}

export function clearBrowserKey(reply: FastifyReply): void {
  reply.header('set-cookie', `${name}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax`);
}
