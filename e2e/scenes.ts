import type { Page, Route } from '@playwright/test';
import { type Language, languages } from '@recline/contract/languages';
import type { pages } from '@recline/contract/pages';
import { phrases } from '../server/src/locales/index.ts';
import type { Cast } from './cast.ts';

/** How the data of a screen came: all there, none there, failed, or not yet. */
export type DataState = 'full' | 'empty' | 'error' | 'loading';

export interface Scene {
  who: 'manager' | 'guest' | 'nobody';
  search?: (cast: Cast) => Record<string, string>;
  states: readonly DataState[];
  /** What somebody does on the full screen, each leading to a picture of its own. */
  acts?: Record<string, (page: Page) => Promise<unknown>>;
}

const fetched = ['full', 'empty', 'error', 'loading'] as const;
const single = ['full', 'error', 'loading'] as const;
const fixed = ['full'] as const;
const tap = (selector: string) => (page: Page) => page.locator(selector).first().click();
const login: Scene = {
  who: 'nobody',
  states: fixed,
  acts: { guest: tap('#way-guest'), wrong: tap('button[type=submit]:visible') },
};

/** Every page of the app, by its name in the table of paths: one that is missing here does not compile. */
export const scenes: Record<keyof typeof pages, Scene> = {
  login,
  loginAlias: login,
  home: { who: 'manager', states: fetched },
  details: {
    who: 'manager',
    states: fetched,
    acts: { outlets: tap('main [aria-haspopup=dialog]'), custom: tap('main fieldset label:last-of-type') },
  },
  user: { who: 'manager', states: fixed, acts: { logout: tap('main > button') } },
  chart: { who: 'manager', states: fetched, acts: { table: tap('main [aria-pressed]') } },
  quickStart: {
    who: 'guest',
    states: single,
    search: ({ freeChair }) => ({ deviceId: freeChair }),
    acts: {
      scan: async (page) => {
        await page.goto(page.url().split('?')[0] ?? '');
        await page.locator('main').getByRole('textbox').waitFor();
      },
    },
  },
  error: { who: 'guest', states: fixed, search: () => ({ errType: 'device' }) },
  countdown: {
    who: 'guest',
    states: single,
    search: ({ runningOrder }) => ({ orderId: runningOrder }),
    acts: { stop: tap('main button[class*=glass]') },
  },
  feedback: { who: 'guest', states: single, search: ({ finishedOrder }) => ({ orderId: finishedOrder }) },
  result: {
    who: 'guest',
    states: fixed,
    search: ({ reportedOrder }) => ({ result: 'success', orderId: reportedOrder }),
  },
  index: { who: 'guest', states: single, search: ({ freeChair }) => ({ deviceId: freeChair }) },
  orders: {
    who: 'manager',
    states: fetched,
    acts: { filters: tap('header [aria-haspopup=dialog]'), order: tap('main a[href*=orderId]') },
  },
  devices: { who: 'manager', states: fetched, acts: { device: tap('main li[aria-posinset] button') } },
  chooseLocation: { who: 'manager', states: single, search: ({ outlet }) => ({ outletId: outlet.outletId }) },
  openLocation: { who: 'guest', states: single, search: ({ outlet }) => ({ outletId: outlet.outletId }) },
  myOrders: { who: 'guest', states: fetched },
  feedbackList: { who: 'manager', states: fetched, acts: { reply: tap('main button[class*=primary]') } },
};

export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as SceneName[];

/** The account that sees the screen in that state; nobody needs none. */
export function tokenFor(scene: Scene, state: DataState, cast: Cast): string | null {
  if (scene.who === 'nobody') return null;
  const [regular, fresh] = scene.who === 'manager' ? [cast.manager, cast.newcomer] : [cast.guest, cast.newGuest];
  return (state === 'empty' ? fresh : regular).token;
}

export const searchOf = (scene: Scene, cast: Cast) => {
  const query = new URLSearchParams(scene.search?.(cast)).toString();
  return query === '' ? '' : `?${query}`;
};

/** Calls that every page makes; they go through, so that the screen itself can be seen failing. */
const shell = ['/login/', '/dict/'];

/** Holds the screen's calls back, or fails them as a server in trouble would. */
export async function arrange(page: Page, state: DataState): Promise<void> {
  if (state !== 'error' && state !== 'loading') return;
  await page.route('**/api/web/api/v1/**', (route) => {
    if (shell.some((path) => route.request().url().includes(path))) return route.fallback();
    return state === 'loading' ? undefined : answerInTrouble(route);
  });
}

function answerInTrouble(route: Route): Promise<void> {
  const asked = route.request().headers().lang as Language;
  const { errors } = phrases[languages.includes(asked) ? asked : 'zh_CN'];
  return route.fulfill({ status: 500, json: { code: 500, message: errors.internal, data: null } });
}

/** Waits until the screen has nothing more to fetch and its drawing has come to rest. */
export async function settled(page: Page, state: DataState): Promise<void> {
  await page.locator('main').first().waitFor();
  if (state === 'loading') await page.waitForTimeout(300);
  else await page.locator('[class*=skeleton], [class*=_loading]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}
