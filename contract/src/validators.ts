import { type MobileCountry, mobileCountries, parseMobile } from './mobile.ts';

/** Validators of typed text, which is already trimmed. */

export { plainMobile } from './mobile.ts';

/** A number of that country, or of any where none is given. */
export const isMobile = (value: string, country?: MobileCountry): boolean =>
  (country ? [country] : mobileCountries).some((home) => parseMobile(value, home)?.country === home);

export const isEmail = (value: string): boolean =>
  value.length <= 254 && /^[^\s@"<>()[\]\\,;:]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i.test(value);

export function isUrl(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || /\s/.test(value)) return false;
  try {
    const { hostname } = new URL(value);
    return hostname === 'localhost' || hostname.includes('.') || hostname.startsWith('[');
  } catch {
    return false;
  }
}

/** An amount of money in full units with up to two decimals, as typed: 0, 12, 12.5, 12.50. */
export const isAmount = (value: string): boolean => /^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/.test(value);

const cardWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const cardChecks = '10X98765432';

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** An 18-digit resident identity card of China: a real date of birth and the right check character. */
export function isIdCard(value: string): boolean {
  const match = /^[1-9]\d{5}((?:19|20)\d{2})(\d{2})(\d{2})\d{3}[\dX]$/i.exec(value);
  if (!match || !isDate(Number(match[1]), Number(match[2]), Number(match[3]))) return false;
  const sum = cardWeights.reduce((total, weight, place) => total + weight * Number(value[place]), 0);
  return cardChecks[sum % 11] === value[17]?.toUpperCase();
}

const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';
const plate = new RegExp(
  `^[${provinces}][A-HJ-NP-Z](?:[A-HJ-NP-Z\\d]{4}[A-HJ-NP-Z\\d挂学警港澳]|[DF][A-HJ-NP-Z\\d]\\d{4}|\\d{5}[DF])$`,
);

/** A number plate of China, of a petrol car (7 characters) or an electric one (8). */
export const isPlateNumber = (value: string): boolean => plate.test(value.toUpperCase());

export const isNumericCode = (value: string, length = 6): boolean => value.length === length && /^\d+$/.test(value);
