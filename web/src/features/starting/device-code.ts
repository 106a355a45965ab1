import { isDeviceNumber } from '@recline/contract/device-number';
import { pages } from '@recline/contract/pages';
import { parseUrl } from '../../platform/url.ts';

/**
 * The device number in what was scanned or typed: the address in a chair's code, printed for any server,
 * or the bare number. Null for anything else.
 */
export function deviceIdOf(text: string): string | null {
  const code = text.trim();
  if (isDeviceNumber(code)) return code;
  const url = /^https?:\/\//i.test(code) ? parseUrl(code) : null;
  const deviceId = url?.searchParams.get('deviceId')?.trim() ?? '';
  return url?.pathname.replace(/\/$/, '') === pages.index && isDeviceNumber(deviceId) ? deviceId : null;
}
