import { languages } from '@recline/contract/languages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptedLanguage, languageOfPage } from './page-language.ts';

test.each([
  ['', 'zh_CN'],
  ['en', 'en_US'],
  ['en-GB,en;q=0.9', 'en_US'],
  ['id-ID,id;q=0.9,en;q=0.8', 'id_ID'],
  ['in-ID', 'id_ID'],
  ['zh-TW,zh;q=0.9', 'zh_CN'],
  ['de-DE,de;q=0.9', 'zh_CN'],
  ['de, en;q=0.2, id;q=0.5', 'id_ID'],
  ['en;q=0, id', 'id_ID'],
  ['__proto__, constructor;q=0.9, en;q=0.8', 'en_US'],
])('a phone that accepts %j gets %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test('any header gives one of our languages', () => {
  fc.assert(fc.property(fc.string(), (header) => languages.includes(acceptedLanguage(header))));
});

test.each([
  ['the chosen language', { cookie: 'a=1; locale=id_ID', 'accept-language': 'en' }, 'auto', 'id_ID'],
  ["the phone's language", { 'accept-language': 'en' }, 'auto', 'en_US'],
  ['the configured language', { 'accept-language': 'en' }, 'zh_CN', 'zh_CN'],
  ['the configured language for an unknown choice', { cookie: 'locale=xx_XX' }, 'en_US', 'en_US'],
] as const)('a page is in %s', (_name, headers, configured, language) => {
  expect(languageOfPage(headers, configured)).toBe(language);
});
