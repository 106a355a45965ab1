import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskMobile, mobileCountries, parseMobile } from './mobile.ts';

describe('a mobile number', () => {
  it.each([
    ['13800000001', 'CN', '+8613800000001'],
    ['8613800000001', 'CN', '+8613800000001'],
    ['+8613800000001', 'CN', '+8613800000001'],
    ['+86 138-0000-0001', 'CN', '+8613800000001'],
    ['008613800000001', 'CN', '+8613800000001'],
    ['（+86）１３８ ００００ ０００１', 'CN', '+8613800000001'], // full width
    ['+8613800000001', 'MY', '+8613800000001'],
    ['0123456789', 'MY', '+60123456789'],
    ['12-345 6789', 'MY', '+60123456789'],
    ['+60 (0)12-345 6789', 'CN', '+60123456789'],
    ['011 2345 6789', 'MY', '+601123456789'],
    ['0917 123 4567', 'PH', '+639171234567'],
    ['639171234567', 'CN', '+639171234567'],
    ['0812-3456-789', 'ID', '+628123456789'],
    ['+62 812 3456 7890', 'ID', '+6281234567890'],
  ])('%s, typed in %s, is %s', (typed, home, e164) => {
    expect(parseMobile(typed, home)?.e164).toBe(e164);
  });

  it.each([
    ['0917 123 4567', 'CN'], // a national number of another country
    ['13800000001', 'MY'],
    ['13800000001', 'DE'], // no country to assume
    ['+4915112345678', 'CN'],
    ['+14155550123', 'CN'],
    ['+86 12800000001', 'CN'],
    ['1380000000', 'CN'],
    ['138000000011', 'CN'],
    ['+86 138x0000001', 'CN'],
    ['++8613800000001', 'CN'],
    ['', 'CN'],
  ])('%s, typed in %s, is no mobile number', (typed, home) => {
    expect(parseMobile(typed, home)).toBeNull();
  });

  const national = {
    CN: fc.stringMatching(/^1[3-9]\d{9}$/),
    MY: fc.stringMatching(/^1[02-46-9]\d{7}$/),
    PH: fc.stringMatching(/^9\d{9}$/),
    ID: fc.stringMatching(/^8[1-9]\d{7,10}$/),
  };
  const codes = { CN: '86', MY: '60', PH: '63', ID: '62' };

  it.each(mobileCountries)('of %s is one number in every spelling, read in any country', (country) => {
    const home = fc.constantFrom(...mobileCountries);
    fc.assert(
      fc.property(national[country], home, fc.constantFrom('+', '00', ''), (digits, at, prefix) => {
        const e164 = `+${codes[country]}${digits}`;
        expect(parseMobile(e164, at)).toEqual({ e164, country });
        expect(parseMobile(`${prefix}${codes[country]}${digits}`, at)?.e164).toBe(e164);
        expect(parseMobile(digits, country)?.e164).toBe(e164);
        if (country !== 'CN') expect(parseMobile(`0${digits}`, country)?.e164).toBe(e164);
      }),
    );
  });
});

it.each([
  ['+8613800000001', '138****0001'],
  ['+639171234567', '91****4567'],
  ['+60123456789', '1****6789'],
])('%s is shown as %s', (e164, masked) => {
  expect(maskMobile(e164)).toBe(masked);
});
