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
const nowhere = { returnTo: null, deviceId: null };

describe('where one lands after login', () => {
  test.each([
    ['a manager on the first tab', manager, '/pages/home/home'],
    ['one without home on the second', { ...manager, permissions: ['user', 'details'] }, '/pages/details/details'],
    ['one who may see nothing is told so', { ...manager, permissions: [] }, '/pages/err/err?errType=forbidden'],
    ['an end user on quick start', consumer, '/pages/quickStart/quickStart'],
  ] as [string, User, string][])('%s', (_name, user, page) => {
    expect(landingPage(user, nowhere)).toBe(page);
  });

  test('an end user who came for a chair gets that chair', () => {
    const page = landingPage(consumer, { returnTo: null, deviceId: 'A 1' });
    expect(page).toBe('/pages/quickStart/quickStart?deviceId=A+1');
  });

  test('whoever was sent to login from a page comes back to it, with its query', () => {
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
  ])('but never to %j', (returnTo) => {
    expect(landingPage(manager, { returnTo, deviceId: null })).toBe('/pages/home/home');
  });
});
