import { mobileCountries } from '@recline/contract/mobile';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetFor, budgetRefusal, countriesOf, hourlyLimit, type UsedCodes } from './sms-budget.rules.ts';

const used = (byCountry: UsedCodes['byCountry']): UsedCodes => ({
  total: Object.values(byCountry).reduce((a, b) => a + b, 0),
  byCountry,
});
const all = mobileCountries;

describe('of a budget of 100 codes', () => {
  it.each([
    ['a country without outlets', 'PH', ['CN'], { PH: 29 }, null],
    ['a country without outlets beside the half and two tenths', 'PH', ['CN'], { PH: 30 }, 'country'],
    ['two countries without outlets beside the half and a tenth', 'PH', ['CN'], { PH: 20, MY: 20 }, 'country'],
    ['a country without outlets, where the half is used', 'PH', ['CN'], { CN: 50, PH: 29 }, null],
    ['a country with outlets', 'CN', ['CN'], { CN: 69 }, null],
    ['a country with outlets beside three tenths', 'CN', ['CN'], { CN: 70 }, 'country'],
    ['a country with outlets, where the tenths are used', 'CN', ['CN'], { CN: 60, MY: 10, PH: 10, ID: 10 }, null],
    ['a country whose tenth is not used', 'ID', ['CN'], { CN: 70, MY: 10, PH: 10 }, null],
    ['the last code', 'ID', ['CN'], { CN: 70, MY: 10, PH: 10, ID: 9 }, null],
    ['anybody, where all are sent', 'ID', ['CN'], { CN: 70, MY: 10, PH: 10, ID: 10 }, 'budget'],
    ['a country, where nobody has outlets', 'PH', [], { PH: 69 }, null],
    ['a country beside three tenths, where nobody has outlets', 'PH', [], { PH: 70 }, 'country'],
    ['one of two countries with outlets', 'CN', ['CN', 'MY'], { CN: 70 }, 'country'],
    ['the other of two countries with outlets', 'MY', ['CN', 'MY'], { CN: 70 }, null],
  ] as const)('%s gets one more or is refused', (_title, country, withOutlets, sent, refusal) => {
    expect(budgetRefusal(100, used(sent), country, { allowed: all, withOutlets })).toBe(refusal);
  });

  it('a single allowed country may have all', () => {
    const countries = { allowed: ['CN'], withOutlets: ['CN'] } as const;
    expect(budgetRefusal(100, used({ CN: 99 }), 'CN', countries)).toBeNull();
    expect(budgetRefusal(100, used({ CN: 100 }), 'CN', countries)).toBe('budget');
  });

  it('codes of an unknown country count in the total', () => {
    const countries = { allowed: ['CN'], withOutlets: ['CN'] } as const;
    expect(budgetRefusal(100, { total: 100, byCountry: {} }, 'CN', countries)).toBe('budget');
  });
});

it('in any order of requests, each country gets a tenth, those with outlets half, and none more than the budget', () => {
  const requests = fc.array(fc.constantFrom(...all), { maxLength: 300 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.subarray([...all]), requests, (budget, withOutlets, asked) => {
      const sent: UsedCodes = { total: 0, byCountry: {} };
      for (const country of asked) {
        const local = withOutlets.reduce((total, each) => total + (sent.byCountry[each] ?? 0), 0);
        const before = sent.byCountry[country] ?? 0;
        const refusal = budgetRefusal(budget, sent, country, { allowed: all, withOutlets });
        if (before < Math.floor(budget / 10)) expect(refusal).toBeNull();
        if (withOutlets.length === 1 && withOutlets.includes(country) && local < Math.floor(budget / 2))
          expect(refusal).toBeNull();
        if (refusal) continue;
        sent.total += 1;
        sent.byCountry[country] = before + 1;
      }
      expect(sent.total).toBeLessThanOrEqual(budget);
    }),
  );
});

it.each([
  [5000, 625],
  [10, 2],
  [0, 0],
])('of %i codes a day, an hour may use %i', (daily, hourly) => {
  expect(hourlyLimit(daily)).toBe(hourly);
});

it.each([
  [5000, true, 5000],
  [5000, false, 4000],
  [3, false, 2],
  [1, false, 0],
  [0, true, 0],
])('of %i codes, a number (with an account: %o) may get the %ith', (limit, known, budget) => {
  expect(budgetFor(limit, known)).toBe(budget);
});

it('outlets are in the countries of their currencies', () => {
  expect(countriesOf(['CNY', 'RM', 'CNY', 'PHP'])).toEqual(['CN', 'MY', 'PH']);
});
