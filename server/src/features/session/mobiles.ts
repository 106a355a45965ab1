import { type MobileCountry, parseMobile } from '@recline/contract/mobile';
import { refuse } from '../../platform/admin.ts';
import { fail } from '../../platform/error.ts';

/** The country of numbers without a calling code, and the countries whose numbers are accepted. */
export interface MobileSettings {
  APP_COUNTRY: string;
  SMS_COUNTRIES: readonly MobileCountry[];
}

/**
 * The one spelling of a number, E.164. It is stored, looked up, counted and logged in this form, so that no second
 * spelling is a second account or escapes a limit. Null: not a number that is accepted here.
 */
export function canonicalMobile(text: string, { APP_COUNTRY, SMS_COUNTRIES }: MobileSettings): string | null {
  const mobile = parseMobile(text, APP_COUNTRY);
  return mobile && SMS_COUNTRIES.includes(mobile.country) ? mobile.e164 : null;
}

/** The number in a call. */
export function requireMobile(text: string, settings: MobileSettings): string {
  const mobile = canonicalMobile(text, settings);
  if (mobile === null) throw fail('badRequest', { field: 'mobile' });
  return mobile;
}

/** The number that an operator gave. */
export function adminMobile(text: string, settings: MobileSettings): string {
  const mobile = canonicalMobile(text, settings);
  if (mobile === null) throw refuse('mobileInvalid', { mobile: text });
  return mobile;
}
