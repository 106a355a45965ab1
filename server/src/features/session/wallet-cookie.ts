import { basePath } from '@recline/contract/call';
import type { HttpCookie } from '../../platform/http/cookies.ts';

/** Binds an authorisation to the browser that asked for it. */
export const walletCookie: HttpCookie = {
  name: 'recline-wallet',
  maxAgeSeconds: 5 * 60,
  value: /^[\w-]{43}$/,
  path: `${basePath}/login/wallet`,
};
