import { languages } from '@recline/contract/languages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptedLanguage, languageOfPage } from './page-language.ts';

test.each([
  ['', undefined],
  ['en', 'en_US'],
  ['en-GB,en;q=0.9', 'en_US'],
  ['id-ID,id;q=0.9,en;q=0.8', 'id_ID'],
  ['in-ID', 'id_ID'],
  ['zh-TW,zh;q=0.9', 'zh_CN'],
  ['de-DE,de;q=0.9', undefined],
  ['ms-MY,ms;q=0.9,zh;q=0.8', 'en_US'],
  ['fr, ms;q=0.5, id;q=0.7', 'id_ID'],
  ['de, en;q=0.2, id;q=0.5', 'id_ID'],
  ['en;q=0, id', 'id_ID'],
  ['__proto__, constructor;q=0.9, en;q=0.8', 'en_US'],
])('a phone that accepts %j gets %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test('any header results in one of our languages', () => {
  fc.assert(
    fc.property(fc.string(), (header) => languages.includes(languageOfPage({ 'accept-language': header }, 'auto'))),
  );
});

test.each([
  ['the chosen language', { cookie: 'a=1; locale=id_ID', 'accept-language': 'en' }, 'auto', 'id_ID'],
  ["the phone's language", { 'accept-language': 'en' }, 'auto', 'en_US'],
  ['the language of the page before', { cookie: 'shown=id_ID', 'accept-language': 'de' }, 'auto', 'id_ID'],
  [
    "the phone's language before that of the page before",
    { cookie: 'shown=id_ID', 'accept-language': 'en' },
    'auto',
    'en_US',
  ],
  ['our default', { 'accept-language': 'de' }, 'auto', 'zh_CN'],
  ['the configured language', { 'accept-language': 'en' }, 'zh_CN', 'zh_CN'],
  ['the configured language for an unknown choice', { cookie: 'locale=xx_XX' }, 'en_US', 'en_US'],
] as const)('a page is in %s', (_name, headers, configured, language) => {
  expect(languageOfPage(headers, configured)).toBe(language);
});
