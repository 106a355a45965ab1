import { describe, expect, test } from 'vitest';
import type { User } from '../features/session/index.ts';
import { landingPage } from './landing.ts';

const manager: User = {
  id: '1',
  account: 'anna',
  name: 'Anna',
  role: 'manager',
  permissions: ['home', 'details', 'user'],
  outlets: [],
  servicePhone: '',
  currency: 'CNY',
};
const consumer: User = { ...manager, role: 'consumer', permissions: [] };
const noContext = { returnTo: null, deviceId: null };

describe('the page after login', () => {
  test.each([
    ['is the first tab for a manager', manager, '/pages/home/home'],
    [
      'is the second tab for a manager without the first',
      { ...manager, permissions: ['user', 'details'] },
      '/pages/details/details',
    ],
    [
      'is the account page for a manager without permissions, to log out',
      { ...manager, permissions: [] },
      '/pages/user/user',
    ],
    ['is quick start for an end user', consumer, '/pages/quickStart/quickStart'],
  ] as [string, User, string][])('%s', (_name, user, page) => {
    expect(landingPage(user, noContext)).toBe(page);
  });

  test('is the scanned chair for an end user who scanned one', () => {
    const page = landingPage(consumer, { returnTo: null, deviceId: 'A 1' });
    expect(page).toBe('/pages/index/index?deviceId=A+1');
  });

  test('is the page that redirected to login, with its query', () => {
    const returnTo = '/pages/deviceOrder/order?orderId=7';
    expect(landingPage(consumer, { returnTo, deviceId: 'A1' })).toBe(returnTo);
  });

  test.each([
    'https://evil.example/pages/home/home',
    '//evil.example/pages/home/home',
    '/\\evil.example/pages/home/home',
    '/',
    '/pages/login/login',
    '/pages/err/err?errMsg=x',
    '/not/a/page',
    'javascript:alert(1)',
    '',
  ])('is never %j', (returnTo) => {
    expect(landingPage(manager, { returnTo, deviceId: null })).toBe('/pages/home/home');
  });
});
