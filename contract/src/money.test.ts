import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languages, tagOf } from './languages.ts';
import { currencies, formatMoney } from './money.ts';

test.each([
  ['¥1,234.50', formatMoney(123_450, 'CNY')],
  ['RM 0.05', formatMoney(5, 'RM', { language: 'zh_CN' })],
  ['−₱1,000,000.00', formatMoney(-100_000_000, 'PHP')],
  ['¥1.234,50', formatMoney(123_450, 'CNY', { language: 'id_ID' })],
  ['¥1.235', formatMoney(123_450, 'CNY', { language: 'id_ID', decimals: false })],
  ['¥0', formatMoney(0, 'CNY', { decimals: false })],
])('an amount is written as %s', (text, written) => {
  expect(written).toBe(text);
});

test('the digits of every amount are those of Intl', () => {
  const amounts = fc.integer({ min: 0, max: 10 ** 13 });
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom(...languages),
      fc.constantFrom(...currencies),
      fc.boolean(),
      (amount, language, currency, decimals) => {
        const digits = decimals ? 2 : 0;
        const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
        const expected = new Intl.NumberFormat(tagOf(language), options).format(amount / 100);
        expect(formatMoney(amount, currency, { language, decimals }).replace(/^(¥|RM |₱)/, '')).toBe(expected);
      },
    ),
    { numRuns: 300 },
  );
});
