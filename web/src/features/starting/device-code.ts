import { pages } from '@recline/contract/pages';
import { parseUrl } from '../../platform/url.ts';

const number = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * The device ID in what was scanned or typed: the address on a chair's code, on whichever server
 * it was printed for, or the bare number. Null for anything else, which is no chair of ours.
 */
export function deviceIdOf(text: string): string | null {
  const code = text.trim();
  if (number.test(code)) return code;
  const url = /^https?:\/\//i.test(code) ? parseUrl(code) : null;
  const deviceId = url?.searchParams.get('deviceId')?.trim() ?? '';
  return url?.pathname.replace(/\/$/, '') === pages.index && number.test(deviceId) ? deviceId : null;
}
