import { z } from 'zod';
import { agreed } from './agreements.ts';
import { defineCalls, permissions } from './call.ts';
import { currency, handedBack, id, instant, integer, nothing, optional, text, yes } from './fields.ts';
import { limits } from './limits.ts';
import { isOwnPath } from './own-path.ts';
import { revenue } from './revenue.ts';

export const roles = ['manager', 'consumer'] as const;
export type Role = (typeof roles)[number];

const token = z.object({ accessToken: z.string(), expiresAt: instant });
const user = z.object({
  id,
  account: z.string().describe('The login; for end users their number, empty where they gave none'),
  mobile: z.string().nullable().optional().describe("An end user's number, masked; null where it gave none"),
  name: z.string(),
  role: z.enum(roles),
  permissions: z.array(z.enum(permissions)),
  outlets: z.array(z.object({ outletId: id, name: z.string(), timeZone: z.string().optional() })),
  servicePhone: z.string(),
  currency,
});
const wallet = z.enum(['wechat', 'alipay']);

const returnTo = z.string().max(512).refine(isOwnPath);

/** As people write it; the server brings it to E.164, with the app's country as the default. */
const mobile = text(32);

export const session = defineCalls({
  publicKey: {
    method: 'GET',
    path: '/login/public-key',
    access: 'public',
    summary: 'The key with which the client encrypts a password before it sends it',
    input: nothing,
    output: z.object({ keyId: z.string(), algorithm: z.literal('RSA-OAEP-256'), publicKey: z.string() }),
  },
  login: {
    method: 'POST',
    path: '/login/login',
    access: 'public',
    summary: 'Outlet managers log in; ends their older session',
    input: z.object({
      account: text(64),
      keyId: text(64),
      password: z.base64().min(1).max(4096).describe('base64 of the RSA-OAEP-256 ciphertext of the UTF-8 password'),
      withHome: optional(yes).describe('also answer who logged in, and the overview where they may see it'),
    }),
    output: token.extend({ user: user.optional(), home: revenue.home.output.nullable().optional() }),
    errors: ['wrongPassword', 'notAManager', 'tooManyAttempts'],
  },
  smsCode: {
    method: 'POST',
    path: '/login/sms-code',
    access: 'public',
    summary: 'Sends a login code to a mobile number',
    input: z.object({ mobile }),
    output: z.object({ resendAfter: integer(0, 3600) }),
    errors: ['tooMany'],
  },
  smsLogin: {
    method: 'POST',
    path: '/login/sms-login',
    access: 'public',
    summary:
      "End users log in by code; the first time makes the account. With the token of an end user without a number, that account gets the number, or what it has moves to the number's account; every older token of both ends",
    input: z.object({ mobile, code: z.string().regex(new RegExp(`^\\d{${limits.smsCodeDigits}}$`)), agreed }),
    output: token,
    errors: ['wrongSmsCode', 'tooManyAttempts'],
  },
  walletStart: {
    method: 'GET',
    path: '/login/wallet',
    access: 'public',
    priority: 'guest',
    summary:
      "The address of a wallet's silent authorisation. It comes with a cookie that binds it to this browser, works once and for five minutes",
    input: z.object({ wallet, returnTo }),
    output: z.object({ url: z.string() }),
  },
  walletLogin: {
    method: 'POST',
    path: '/login/wallet',
    access: 'public',
    priority: 'guest',
    summary:
      'End users log in with what the wallet sent back. The same user of a wallet is always the same account; a new one is attached to the account of the token, if it is an end user',
    input: z.object({ wallet, code: handedBack(512), state: handedBack(128) }),
    output: token.extend({ returnTo: z.string() }),
    errors: ['walletFailed', 'walletSnapshot'],
  },
  guest: {
    method: 'POST',
    path: '/login/guest',
    access: 'public',
    priority: 'guest',
    summary:
      "Makes an end user without a number; sent by our own pages, answers the living session of the browser's cookie",
    input: z.object({ existing: optional(yes).describe('only a session that lives, else 404') }),
    output: token,
    errors: ['tooMany'],
  },
  info: {
    method: 'GET',
    path: '/login/info',
    access: 'anyone',
    summary: 'Who the caller is and what it may see',
    input: nothing,
    output: user,
  },
  logout: {
    method: 'POST',
    path: '/login/logout',
    access: 'anyone',
    summary: 'Ends the session at once',
    input: nothing,
    output: z.null(),
  },
});
