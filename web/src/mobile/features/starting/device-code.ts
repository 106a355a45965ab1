import { deviceNumberMaxChars, normalDeviceNumber } from '@recline/contract/device-number';
import { pages } from '@recline/contract/pages';
import { parseUrl } from '../../../platform/url.ts';

/** Only the server knows which numbers exist; a longer text cannot be one. */
function numberOf(text: string): string | null {
  const number = normalDeviceNumber(text);
  return number !== '' && number.length <= deviceNumberMaxChars ? number : null;
}

const chairPages: readonly string[] = [pages.index, pages.quickStart];

/**
 * The device number in a scanned or typed text: an address of this product with a chair, on any host, or the bare
 * number. Null for any other address.
 */
export function deviceIdOf(text: string): string | null {
  const code = text.trim();
  if (!/^[a-z][a-z\d+.-]*:/i.test(code)) return numberOf(code);
  const url = /^https?:/i.test(code) ? parseUrl(code) : null;
  if (!url || !chairPages.includes(url.pathname.replace(/\/$/, ''))) return null;
  return numberOf(url.searchParams.get('deviceId')?.trim() ?? '');
}
