import { expect, test } from 'vitest';
import { documentOf, pages, pageUrl } from './pages.ts';

test.each([
  ['/', 'login'],
  ['/pages/login/login', 'login'],
  ['/pages/home/home', 'app'],
  ['/pages/index/index', 'sticker'],
  ['/choose-location', 'app'],
  ['/pages/unknown/page', 'app'],
  ['/choose-location/x', null],
  ['/api/docs', null],
  ['/sw.js', null],
])('%s is served by the document %s', (path, document) => {
  expect(documentOf(path)).toBe(document);
});

test('every page has its own path', () => {
  expect(new Set(Object.values(pages)).size).toBe(Object.keys(pages).length);
});

test('the address of a page has its query encoded', () => {
  expect(pageUrl(pages.quickStart, { deviceId: 'A 1&b' })).toBe('/pages/quickStart/quickStart?deviceId=A+1%26b');
  expect(pageUrl(pages.quickStart, {})).toBe('/pages/quickStart/quickStart');
});
