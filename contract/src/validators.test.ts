import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAmount, isEmail, isIdCard, isMobile, isNumericCode, isPlateNumber, isUrl } from './validators.ts';

const checks: [name: string, check: (value: string) => boolean, good: string[], bad: string[]][] = [
  [
    'an e-mail address',
    isEmail,
    ['anna@example.com', 'a.b+c@mail.example.co.id', "o'neil@example.org"],
    ['', 'anna', 'anna@', '@example.com', 'anna@example', 'a b@example.com', 'anna@-example.com', 'a@b@example.com'],
  ],
  [
    'a mobile number',
    (value) => isMobile(value),
    ['13800138000', '+8613800138000', '0123456789', '+60 11-2345 6789', '09171234567', '+639171234567', '081234567890'],
    ['', '12345', '12800138000', '1380013800', '138001380000', '02123456789', 'phone'],
  ],
  ['a mobile number of China', (value) => isMobile(value, 'CN'), ['138 0013 8000'], ['09171234567', '081234567890']],
  ['a mobile number of Malaysia', (value) => isMobile(value, 'MY'), ['0111 2345678', '+60123456789'], ['01512345678']],
  ['a mobile number of the Philippines', (value) => isMobile(value, 'PH'), ['0917 123 4567'], ['0817 123 4567']],
  [
    'a mobile number of Indonesia',
    (value) => isMobile(value, 'ID'),
    ['0812-3456-789', '+6281234567890'],
    ['0212345678'],
  ],
  [
    'an address of the web',
    isUrl,
    ['https://example.com', 'http://localhost:8080/a', 'https://例子.cn/路径?a=1#b', 'http://[::1]/'],
    ['', 'example.com', 'ftp://example.com', 'https://', 'https://word', 'https://exa mple.com', 'javascript:alert(1)'],
  ],
  [
    'an amount with up to two decimals',
    isAmount,
    ['0', '12', '12.5', '12.50', '0.01', '999999999999.99'],
    ['', '.5', '5.', '01', '1.234', '-1', '1,000', '1e3', '１２'],
  ],
  [
    'an identity card',
    isIdCard,
    ['11010519491231002X', '11010519491231002x', '34052419800101001X'],
    ['', '110105194912310021', '110105194913310021', '010105194912310024', '11010519491231002'],
  ],
  [
    'a number plate',
    isPlateNumber,
    ['京A12345', '粤B8Z99港', '沪AD12345', '浙A12345F', '京a12345'],
    ['', 'A12345', '京I12345', '京A1234', '京A1234567', '京AO2345', '英A12345'],
  ],
  ['a code of six digits', (value) => isNumericCode(value), ['000000', '123456'], ['', '12345', '1234567', '12345a']],
  ['a code of four digits', (value) => isNumericCode(value, 4), ['0000'], ['000000']],
];

describe.each(checks)('%s', (_name, check, good, bad) => {
  test.each(good)('takes %j', (value) => expect(check(value)).toBe(true));
  test.each(bad)('refuses %j', (value) => expect(check(value)).toBe(false));
});

describe('an identity card with one digit mistyped', () => {
  test('is always noticed', () => {
    const card = '11010519491231002X';
    fc.assert(
      fc.property(fc.nat(16), fc.nat(9), (place, digit) => {
        fc.pre(card[place] !== String(digit));
        expect(isIdCard(card.slice(0, place) + digit + card.slice(place + 1))).toBe(false);
      }),
    );
  });
});
