import type { Page, Route } from '@playwright/test';
import { type Language, languages } from '@recline/contract/languages';
import { type PagePath, pages } from '@recline/contract/pages';
import { phrases } from '../server/src/locales/index.ts';
import type { SampleData } from './sample-data.ts';

/** The state of a screen's data. */
export type DataState = 'full' | 'empty' | 'error' | 'loading';

export interface ScreenStates {
  who: 'manager' | 'guest' | 'nobody';
  search?: (sample: SampleData) => Record<string, string>;
  states: readonly DataState[];
  /** What appears last on the full screen: the chair's page learns who opened it after it was shown. */
  last?: string;
  /** The page to which it redirects everybody. */
  leavesFor?: PagePath;
  /** Interactions on the full screen; a screenshot is taken after each. */
  interactions?: Record<string, (page: Page) => Promise<unknown>>;
}

const fetched = ['full', 'empty', 'error', 'loading'] as const;
const single = ['full', 'error', 'loading'] as const;
const fixed = ['full'] as const;
const tap = (selector: string) => (page: Page) => page.locator(selector).first().click();
/** A tap that opens a sheet, whose script may have to be loaded first. */
const opens = (selector: string) => async (page: Page) => {
  await tap(selector)(page);
  await page.locator('dialog[open]').last().waitFor();
};
const openRefund = async (page: Page) => {
  await opens('main a[href*=orderId]')(page);
  await page.locator('dialog[open] button[class*=quiet]').first().click();
  await page.locator('dialog[open] form').waitFor();
};
/** The same page without a chair in its address. */
const withoutChair = async (page: Page) => {
  await page.goto(page.url().split('?')[0] ?? '');
  await page.locator('main').getByRole('textbox').waitFor();
};
const login: ScreenStates = {
  who: 'nobody',
  states: fixed,
  interactions: { guest: tap('#way-guest'), wrong: tap('button[type=submit]:visible') },
};

/** Every page of the app; one that is missing here does not compile. */
export const screenStates: Record<keyof typeof pages, ScreenStates> = {
  login,
  loginAlias: login,
  home: { who: 'manager', states: fetched },
  details: {
    who: 'manager',
    states: fetched,
    interactions: { outlets: tap('main li [aria-haspopup=dialog]'), custom: tap('main fieldset + button') },
  },
  user: {
    who: 'manager',
    states: fixed,
    interactions: { logout: tap('main > button'), language: tap('main summary') },
  },
  chart: { who: 'manager', states: fetched, interactions: { table: tap('main [aria-pressed]') } },
  quickStart: {
    who: 'manager',
    states: single,
    search: ({ freeChair }) => ({ deviceId: freeChair }),
    interactions: { scan: withoutChair },
  },
  error: { who: 'guest', states: fixed, search: () => ({ errType: 'device' }) },
  countdown: {
    who: 'guest',
    states: single,
    search: ({ runningOrder }) => ({ orderId: runningOrder }),
    interactions: { stop: tap('main button[class*=glass]') },
  },
  feedback: { who: 'guest', states: single, search: ({ finishedOrder }) => ({ orderId: finishedOrder }) },
  result: {
    who: 'guest',
    states: fixed,
    search: ({ reportedOrder }) => ({ result: 'success', orderId: reportedOrder }),
  },
  index: {
    who: 'guest',
    states: fixed,
    search: ({ freeChair }) => ({ deviceId: freeChair }),
    last: 'main a[href*=orderId]',
    interactions: {
      scan: withoutChair,
      coupons: opens('main button[aria-haspopup=dialog]'),
      agreement: opens('main p button'),
      language: tap('header summary'),
    },
  },
  // Redirects the payer at once; without data from a wallet, to the page without a chair.
  wallet: { who: 'nobody', states: fixed, leavesFor: pages.index },
  orders: {
    who: 'manager',
    states: fetched,
    interactions: {
      filters: tap('header [aria-haspopup=dialog]'),
      order: tap('main a[href*=orderId]'),
      refund: openRefund,
    },
  },
  devices: { who: 'manager', states: fetched, interactions: { device: tap('main li[aria-posinset] button') } },
  chooseLocation: { who: 'manager', states: single, search: ({ outlet }) => ({ outletId: outlet.outletId }) },
  openLocation: { who: 'guest', states: single, search: ({ outlet }) => ({ outletId: outlet.outletId }) },
  myOrders: { who: 'guest', states: fetched },
  receipt: { who: 'guest', states: single, search: ({ finishedOrder }) => ({ orderId: finishedOrder }) },
  feedbackList: { who: 'manager', states: fetched, interactions: { reply: tap('main button[class*=primary]') } },
};

export type ScreenName = keyof typeof screenStates;
/** Each document once: the alias is the login page. */
export const screenNames = (Object.keys(screenStates) as ScreenName[]).filter((name) => name !== 'loginAlias');

/** Every screen, and every screen after each of its interactions. */
export const openings = screenNames.flatMap((name) => [
  { name, title: name, act: undefined },
  ...Object.entries(screenStates[name].interactions ?? {}).map(([interaction, act]) => ({
    name,
    title: `${name} after ${interaction}`,
    act,
  })),
]);

/** The token of the account that sees the screen in that state; null for `nobody`. */
export function tokenFor(scene: ScreenStates, state: DataState, sample: SampleData): string | null {
  if (scene.who === 'nobody') return null;
  const [regular, fresh] =
    scene.who === 'manager' ? [sample.manager, sample.newcomer] : [sample.guest, sample.newGuest];
  return (state === 'empty' ? fresh : regular).token;
}

export const searchOf = (scene: ScreenStates, sample: SampleData) => {
  const query = new URLSearchParams(scene.search?.(sample)).toString();
  return query === '' ? '' : `?${query}`;
};

/** Calls that every page makes. They are not intercepted, so that only the screen itself fails. */
const sharedCalls = ['/login/', '/dict/'];

/** Delays the screen's calls, or fails them with a server error. */
export async function simulateState(page: Page, state: DataState): Promise<void> {
  if (state !== 'error' && state !== 'loading') return;
  await page.route('**/api/web/api/v1/**', (route) => {
    if (sharedCalls.some((path) => route.request().url().includes(path))) return route.fallback();
    return state === 'loading' ? undefined : answerServerError(route);
  });
}

function answerServerError(route: Route): Promise<void> {
  const asked = route.request().headers().lang as Language;
  const { errors } = phrases[languages.includes(asked) ? asked : 'zh_CN'];
  return route.fulfill({ status: 500, json: { code: 500, message: errors.internal, data: null } });
}

/** Waits until the screen has loaded its data and fonts. */
export async function waitUntilSettled(page: Page, state: DataState, { leavesFor }: ScreenStates): Promise<void> {
  if (leavesFor) await page.waitForURL((url) => url.pathname === leavesFor);
  await page.locator('main').first().waitFor();
  if (state === 'loading') await page.waitForTimeout(300);
  else await page.locator('#app [class*=skeleton]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}
