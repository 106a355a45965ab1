import { expect, it } from 'vitest';
import { changeInWords, detailsInWords } from './audit-words.ts';

const gentle = { gear: 'gentle', minutes: 10, amount: 800, recommended: false };
const deep = { gear: 'deep', minutes: 30, amount: 2000, recommended: true };

it.each([
  ['a field', { name: 'Suria', floor: 1 }, { name: 'Suria L2', floor: 1 }, ['name: Suria → Suria L2']],
  ['a field that was empty', { priceGroup: null }, { priceGroup: 'mall' }, ['price group: none → mall']],
  [
    'columns of the database',
    { close_reason: null, refunded_amount: 0, currency: 'CNY' },
    { close_reason: 'paid at another till', refunded_amount: 500, currency: 'CNY' },
    ['close reason: none → paid at another till', 'refunded amount: ¥0.00 → ¥5.00'],
  ],
  [
    'money',
    { amount: 1500, refundedAmount: 0, currency: 'CNY' },
    { amount: 1500, refundedAmount: 1500, currency: 'CNY' },
    ['refunded amount: ¥0.00 → ¥15.00'],
  ],
  [
    'prices',
    { currency: 'CNY', prices: [gentle, deep] },
    { currency: 'CNY', prices: [{ ...gentle, amount: 900 }, deep] },
    ['prices: − gentle 10 min ¥8.00, + gentle 10 min ¥9.00'],
  ],
  [
    'prices that are planned',
    { currency: 'RM', prices: [deep] },
    { currency: 'RM', startsAt: '2026-12-01T00:00:00.000Z', prices: [deep, gentle] },
    ['prices: + gentle 10 min RM 8.00', 'starts at: none → 2026-12-01T00:00:00.000Z'],
  ],
  ['something new', null, { name: 'Suria', active: true }, ['name: Suria', 'active: yes']],
  ['something removed', { title: 'Sale' }, null, ['title: Sale']],
  ['permissions', { permissions: ['home'] }, { permissions: ['home', 'user'] }, ['permissions: + user']],
  ['a secret, of which nothing is kept', null, null, []],
])('a change of %s is in words', (_what, before, after, expected) => {
  expect(changeInWords(before, after)).toEqual(expected);
});

it.each([
  [{ provider: 'stripe', amount: 1500, ref: 'pi_1' }, 'provider: stripe; amount: ¥15.00; ref: pi_1'],
  [{ payload: { seq: 2, gear: 'deep' } }, 'payload: seq 2, gear deep'],
  [{ by: 'anna', before: { outletId: '1' }, after: { outletId: '2' } }, 'by: anna; outlet id: 1 → 2'],
  [{ by: 'anna', after: { name: 'Suria' } }, 'by: anna; name: Suria'],
])('a moment of a history with %j is in words', (details, expected) => {
  expect(detailsInWords(details, 'CNY')).toBe(expected);
});
