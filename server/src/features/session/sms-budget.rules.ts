import { isMobileCountry, type MobileCountry } from '@recline/contract/mobile';
import { type Currency, isoCurrency } from '@recline/contract/money';

/**
 * The installation's codes are a budget for 24 hours and one for 60 minutes. A flood of codes to one country must not
 * use up what guests elsewhere need, nor one hour's flood the whole day.
 */

/** An hour may use an eighth of the day. */
const hoursOfBudget = 8;
export const hourlyLimit = (dailyLimit: number): number => Math.ceil(dailyLimit / hoursOfBudget);

/** A fifth of the codes is kept for numbers that have an account. */
export const budgetFor = (limit: number, hasAccount: boolean): number =>
  hasAccount ? limit : limit - Math.ceil(limit / 5);

/** Outlets have no country, so it is derived from their currency: the first two letters of its ISO name. */
const countryOf = (currency: Currency): string => isoCurrency(currency).slice(0, 2);
export const countriesOf = (currencies: readonly Currency[]): MobileCountry[] =>
  [...new Set(currencies.map(countryOf))].filter(isMobileCountry);

export interface Countries {
  /** All countries whose numbers are accepted. */
  allowed: readonly MobileCountry[];
  withOutlets: readonly MobileCountry[];
}

/** Codes sent, by country and in total. */
export interface UsedCodes {
  total: number;
  byCountry: Partial<Record<MobileCountry, number>>;
}

/**
 * The reason of a refusal: the budget is used up, or the rest is reserved for other countries; null if there is room.
 */
export function budgetRefusal(
  budget: number,
  used: UsedCodes,
  country: MobileCountry,
  countries: Countries,
): 'budget' | 'country' | null {
  if (used.total >= budget) return 'budget';
  return used.total + keptForOthers(budget, used, country, countries) >= budget ? 'country' : null;
}

/**
 * Every country keeps a tenth. Countries that have outlets keep half of the budget against all others; without any
 * outlet, no country comes first.
 */
function keptForOthers(budget: number, { byCountry }: UsedCodes, country: MobileCountry, countries: Countries): number {
  const usedBy = (which: readonly MobileCountry[]) => sum(which.map((each) => byCountry[each] ?? 0));
  const tenths = (which: readonly MobileCountry[]) =>
    sum(which.map((each) => Math.max(0, Math.floor(budget / 10) - usedBy([each]))));
  const others = countries.allowed.filter((each) => each !== country);
  const local = countries.allowed.filter((each) => countries.withOutlets.includes(each));
  if (local.length === 0 || local.includes(country)) return tenths(others);
  const half = Math.ceil(budget / 2) - usedBy(local);
  return Math.max(half, tenths(local)) + tenths(others.filter((each) => !local.includes(each)));
}

const sum = (figures: readonly number[]) => figures.reduce((a, b) => a + b, 0);
