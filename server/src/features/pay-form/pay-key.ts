import { createHash, createHmac } from 'node:crypto';
import type { PayForm } from '@recline/contract/pay-form';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HttpCookie, isHttps, readCookie, setCookie } from '../../platform/http/cookies.ts';
import { randomToken } from '../session/index.ts';

/** Set by each page of a chair. Taps on Pay with the same key and the same choice are one. */
const cookie: HttpCookie = { name: 'recline-pay', maxAgeSeconds: 30 * 60, value: /^[\w-]{43}$/ };

export const readKey = (request: FastifyRequest): string | undefined => readCookie(request, cookie, isHttps(request));

export const renewKey = (request: FastifyRequest, reply: FastifyReply): void =>
  setCookie(reply, cookie, randomToken(), isHttps(request));

/** The id of the request that a key and a choice stand for, in the form of a UUID. */
export function requestIdOf(key: string, { deviceId, priceId, payType, coupon }: PayForm): string {
  const parts = JSON.stringify([key, deviceId, priceId, payType, coupon ?? '']);
  const hash = createHash('sha256').update(parts).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/** The token of the guest that a key stands for. It cannot be derived from the key without the secret. */
export const guestTokenOf = (key: string, secret: string): string =>
  createHmac('sha256', secret).update(`guest ${key}`).digest('base64url');
