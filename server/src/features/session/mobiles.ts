import { type Mobile, type MobileCountry, parseMobile } from '@recline/contract/mobile';
import { refuse } from '../../platform/admin.ts';
import { fail } from '../../platform/error.ts';

/** The country of numbers without a calling code, and the countries whose numbers are accepted. */
export interface MobileSettings {
  APP_COUNTRY: string;
  SMS_COUNTRIES: readonly MobileCountry[];
}

/**
 * A mobile number in E.164, or null if it is not accepted here. Numbers are stored, looked up, limited and logged in
 * this form only, so that another spelling is neither a second account nor a way around a limit.
 */
export function canonicalMobile(text: string, settings: MobileSettings): string | null {
  return acceptedMobile(text, settings)?.e164 ?? null;
}

function acceptedMobile(text: string, { APP_COUNTRY, SMS_COUNTRIES }: MobileSettings): Mobile | null {
  const mobile = parseMobile(text, APP_COUNTRY);
  return mobile && SMS_COUNTRIES.includes(mobile.country) ? mobile : null;
}

/** The number that a call names; one that is not accepted is a bad request. */
export function requireMobile(text: string, settings: MobileSettings): Mobile {
  const mobile = acceptedMobile(text, settings);
  if (mobile === null) throw fail('badRequest', { field: 'mobile' });
  return mobile;
}

/** The number that an operator named; one that is not accepted ends the command with the reason. */
export function adminMobile(text: string, settings: MobileSettings): string {
  const mobile = canonicalMobile(text, settings);
  if (mobile === null) throw refuse('mobileInvalid', { mobile: text });
  return mobile;
}
