/** Mobile numbers. Internally, a number has one spelling, E.164 (`+8613800000001`); people write it as they like. */

export const mobileCountries = ['CN', 'MY', 'PH', 'ID'] as const;
export type MobileCountry = (typeof mobileCountries)[number];

interface NumberPlan {
  callingCode: string;
  /** What is dialled before a national number inside the country. */
  trunkPrefix: string;
  mobile: RegExp;
}

const plans: Record<MobileCountry, NumberPlan> = {
  CN: { callingCode: '86', trunkPrefix: '', mobile: /^1[3-9]\d{9}$/ },
  MY: { callingCode: '60', trunkPrefix: '0', mobile: /^1(?:1\d{8}|[02-46-9]\d{7})$/ },
  PH: { callingCode: '63', trunkPrefix: '0', mobile: /^9\d{9}$/ },
  ID: { callingCode: '62', trunkPrefix: '0', mobile: /^8[1-9]\d{7,10}$/ },
};

export interface Mobile {
  e164: string;
  country: MobileCountry;
}

/** People group the digits of a number as they like, and some keyboards type them in full width. */
export const plainMobile = (text: string) => text.normalize('NFKC').replace(/[\s().\-\u2010-\u2015]/g, '');

/**
 * The number in a typed text, or null if it is no mobile number of the four countries. A number without a calling code
 * is one of the `home` country; a calling code may come with +, with 00 or bare.
 */
export function parseMobile(text: string, home: string): Mobile | null {
  const typed = plainMobile(text);
  const digits = typed.replace(/^(?:\+|00)/, '');
  if (!/^\d{6,17}$/.test(digits)) return null;
  if (typed === digits && isMobileCountry(home)) {
    const own = asNational(digits, home);
    if (own) return own;
  }
  for (const country of mobileCountries) {
    const { callingCode } = plans[country];
    const found = digits.startsWith(callingCode) ? asNational(digits.slice(callingCode.length), country) : null;
    if (found) return found;
  }
  return null;
}

function asNational(digits: string, country: MobileCountry): Mobile | null {
  const { callingCode, trunkPrefix, mobile } = plans[country];
  const national = trunkPrefix !== '' && digits.startsWith(trunkPrefix) ? digits.slice(trunkPrefix.length) : digits;
  return mobile.test(national) ? { e164: `+${callingCode}${national}`, country } : null;
}

export const isMobileCountry = (country: string): country is MobileCountry =>
  (mobileCountries as readonly string[]).includes(country);

/** +86 */
export const callingCodeOf = (country: MobileCountry): string => `+${plans[country].callingCode}`;

/** What others see of a number: 138****0001, without its calling code. */
export function maskMobile(e164: string): string {
  const digits = e164.replace('+', '');
  const plan = Object.values(plans).find(({ callingCode }) => digits.startsWith(callingCode));
  const national = digits.slice(plan?.callingCode.length ?? 0);
  return `${national.slice(0, -8)}****${national.slice(-4)}`;
}
