import type { Permission } from '@recline/contract/call';
import { errors } from '@recline/contract/errors';
import { pages, pageUrl } from '@recline/contract/pages';
import { isRedirect } from '@tanstack/react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { initLanguage } from '../../platform/language-store.ts';
import { queryClient } from '../data/query-client.ts';
import { lastRole, type User } from '../features/session/index.ts';
import { returnTo } from '../features/session/stored.ts';
import { answerCalls, stayOnPage, until } from '../testing/mount.tsx';
import { guardRoute, openDocument, openLanding } from './route-guard.ts';

const guest = { id: '1', role: 'consumer', permissions: [] as Permission[] } as User;
const manager = { ...guest, role: 'manager', permissions: ['home', 'user'] } as User;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
  await initLanguage('zh_CN', 'core');
});

/** The outcome of a navigation: the page opens, or the address of the redirect. */
async function outcomeOf(navigate: () => Promise<unknown>): Promise<string> {
  const left = stayOnPage();
  let outcome: string | undefined;
  navigate().then(
    () => (outcome = 'opens'),
    (error: unknown) => (outcome = isRedirect(error) ? error.options.href : String(error)),
  );
  await until(() => outcome !== undefined || left.length > 0);
  return outcome ?? `leaves for ${left.join()}`;
}

function open(href: string, permission?: Permission): Promise<string> {
  const { pathname, searchParams } = new URL(href, location.origin);
  const search = Object.fromEntries(searchParams);
  return outcomeOf(() => guardRoute(permission)({ location: { pathname, href, search } }));
}

describe('without a session', () => {
  const nobody = () => answerCalls(() => ({ code: errors.notFound.code }));
  const toLogin = `leaves for ${pages.login}`;
  const byKey = { orderId: '7', key: 'k' };

  test.each([
    [pages.login, 'opens'],
    [pages.loginAlias, 'opens'],
    [pages.home, 'opens'],
    [`${pages.home}/`, 'opens'],
    [pageUrl(pages.index, { deviceId: 'A10001' }), 'opens'],
    [pageUrl(pages.error, { errType: 'device' }), 'opens'],
    [pageUrl(pages.countdown, byKey), 'opens'],
    [pageUrl(pages.receipt, byKey), 'opens'],
    [pageUrl(pages.feedback, { deviceId: 'A10001' }), 'opens'],
    [pageUrl(pages.countdown, { orderId: '7' }), toLogin],
    [pageUrl(pages.receipt, { orderId: '7', deviceId: 'A10001' }), toLogin],
    [pageUrl(pages.feedback, byKey), toLogin],
    [pageUrl(pages.orders, { ...byKey, deviceId: 'A10001' }), toLogin],
    [pages.details, toLogin],
    [pages.user, toLogin],
    [pages.myOrders, toLogin],
  ])('%s: %s', async (href, expected) => {
    nobody();
    expect(await open(href)).toBe(expected);
    expect(returnTo.get()).toBe(expected === 'opens' ? null : href);
  });

  test('a guest known to the server continues, and a manager logs in', async () => {
    const asked = answerCalls((path) =>
      path.endsWith('/guest') ? { code: 200, data: { accessToken: 'known' } } : { code: 200, data: guest },
    );
    lastRole.set('manager');
    expect(await open(pages.myOrders)).toBe(toLogin);
    expect(asked).toEqual([]);
    lastRole.set('consumer');
    expect(await open(pages.myOrders)).toBe('opens');
    expect(localStorage.getItem('Access-Token')).toBe('known');
  });
});

test('a guest whose session could not be looked up is not sent to the login page', async () => {
  answerCalls(() => ({ code: errors.internal.code, message: 'why' }));
  lastRole.set('consumer');
  expect(await open(pages.myOrders)).toBe('ApiError: why');
  expect(returnTo.get()).toBeNull();
});

test('the login page is a document of its own, and so is the page of a chair', async () => {
  const href = pageUrl(pages.index, { deviceId: 'A10001' });
  expect(await outcomeOf(openLanding)).toBe(`leaves for ${pages.login}`);
  const location = { pathname: pages.index, href, search: {} };
  expect(await outcomeOf(() => openDocument({ location }))).toBe(`leaves for ${href}`);
});

describe('with a session', () => {
  const as = (user: User) => {
    localStorage.setItem('Access-Token', 'mine');
    return answerCalls((path) => ({ code: 200, data: path.endsWith('/login/info') ? user : { rows: [] } }));
  };
  const refused = pageUrl(pages.error, { errType: 'forbidden' });

  test.each([
    [manager, 'home', 'opens'],
    [manager, 'details', refused],
    [guest, 'home', refused],
    [guest, undefined, 'opens'],
  ] as const)('%o who opens a page of %s: %s', async (user, permission, expected) => {
    as(user);
    expect(await open(pages.home, permission)).toBe(expected);
  });

  test('a public page requires no login', async () => {
    const asked = as(guest);
    expect(await open(pageUrl(pages.index, { deviceId: 'A10001' }))).toBe('opens');
    expect(asked).toEqual([]);
  });

  test('unknown to the server is ended', async () => {
    as({ ...guest, id: '' } as User);
    expect(await open(pages.myOrders)).toBe(`leaves for ${pages.login}`);
    expect(localStorage.getItem('Access-Token')).toBeNull();
  });

  test('the login page leads once to the requested page, and then to the usual one', async () => {
    as(manager);
    returnTo.set(pages.orders);
    expect(await outcomeOf(openLanding)).toBe(pages.orders);
    expect(await outcomeOf(openLanding)).toBe(pages.home);
  });

  test('the login page leads a guest to the usual page if the orders cannot be fetched', async () => {
    localStorage.setItem('Access-Token', 'mine');
    answerCalls((path) => (path.endsWith('/login/info') ? { code: 200, data: guest } : { code: 500 }));
    expect(await outcomeOf(openLanding)).toBe(pages.quickStart);
  });

  test.each([
    ['running', pageUrl(pages.countdown, { orderId: '7' })],
    ['pending', pageUrl(pages.countdown, { orderId: '7' })],
    ['finished', pages.quickStart],
  ])('the login page leads a guest whose order is %s to %s', async (status, expected) => {
    localStorage.setItem('Access-Token', 'mine');
    const rows = [
      { orderId: '8', status: 'failed' },
      { orderId: '7', status },
    ];
    answerCalls((path) => ({ code: 200, data: path.endsWith('/login/info') ? guest : { rows } }));
    expect(await outcomeOf(openLanding)).toBe(expected);
  });
});
