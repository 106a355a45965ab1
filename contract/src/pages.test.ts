import { expect, test } from 'vitest';
import { documentOf, pages, pageUrl } from './pages.ts';

test.each([
  ['/', 'login'],
  ['/pages/login/login', 'login'],
  ['/pages/home/home', 'app'],
  ['/pages/index/index', 'chair-page'],
  ['/choose-location', 'app'],
  ['/pages/unknown/page', 'app'],
  ['/choose-location/x', null],
  ['/api/docs', null],
  ['/sw.js', null],
])('%s is served by the document %s', (path, document) => {
  expect(documentOf(path)).toBe(document);
});

test('the paths of pages, which stickers, links and other programs use', () => {
  expect(pages).toMatchObject({
    login: '/',
    loginAlias: '/pages/login/login',
    home: '/pages/home/home',
    details: '/pages/details/details',
    user: '/pages/user/user',
    chart: '/pages/dataChart/dataChart',
    quickStart: '/pages/quickStart/quickStart',
    error: '/pages/err/err',
    countdown: '/pages/deviceOrder/order',
    feedback: '/pages/orderFeedback/orderFeedback',
    result: '/pages/result/result',
    index: '/pages/index/index',
    orders: '/pages/order/order',
    devices: '/pages/deviceList/deviceList',
    chooseLocation: '/choose-location',
    openLocation: '/open-location',
  });
});

test('the address of a page has its query encoded', () => {
  expect(pageUrl(pages.quickStart, { deviceId: 'A 1&b' })).toBe('/pages/quickStart/quickStart?deviceId=A+1%26b');
  expect(pageUrl(pages.quickStart, {})).toBe('/pages/quickStart/quickStart');
});
