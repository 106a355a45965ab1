import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHttps } from '../../platform/http/cookies.ts';

/**
 * Tells the scripts of a chair's page inside a wallet that Pay was tapped before they came, so that they go on without
 * another tap. They delete it; nobody else reads it.
 */
export function setTapped(request: FastifyRequest, reply: FastifyReply): void {
  const secure = isHttps(request) ? '; Secure' : '';
  reply.header('set-cookie', `recline-tapped=1; Max-Age=60; Path=/${secure}; SameSite=Strict`);
}
