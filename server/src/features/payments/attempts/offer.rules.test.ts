import { browserKinds } from '@recline/contract/browser-kind';
import { currencies } from '@recline/contract/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { knownProviders } from '../providers/registry.ts';
import { offered } from './attempts.rules.ts';

const names = (...wanted: string[]) => knownProviders.filter(({ name }) => wanted.includes(name));

it.each([
  [['wechat', 'alipay', 'stripe'], 'CNY', 'other', ['wechat', 'alipay', 'stripe']],
  [['wechat', 'alipay'], 'CNY', 'wechat', ['wechat']],
  [['wechat', 'alipay', 'sandbox'], 'CNY', 'alipay', ['alipay', 'sandbox']],
  [['alipay'], 'CNY', 'wechat', []],
  [['wechat', 'alipay', 'stripe'], 'RM', 'other', ['stripe']],
  [['wechat', 'stripe'], 'PHP', 'wechat', ['stripe']],
  [[], 'CNY', 'other', []],
] as const)(
  'with the providers %j, %s in a browser of kind %s can be paid with %j',
  (set, currency, browser, expected) => {
    expect(offered(names(...set), { currency, browser }).map(({ name }) => name)).toEqual(expected);
  },
);

it('offers exactly the ways that take the currency and work in that browser', () => {
  fc.assert(
    fc.property(
      fc.subarray([...knownProviders]),
      fc.constantFrom(...currencies),
      fc.constantFrom(...browserKinds),
      (providers, currency, browser) => {
        const isUsable = (each: (typeof providers)[number]) =>
          each.currencies.includes(currency) && each.browsers.includes(browser);
        const shown = offered(providers, { currency, browser });
        expect(new Set(shown)).toEqual(new Set(providers.filter(isUsable)));
      },
    ),
  );
});
