/** The pages of the web app and their paths. Links, redirects and printed codes name a page by its key here. */
export const pages = {
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
  myOrders: '/pages/myOrders/myOrders',
  receipt: '/pages/receipt/receipt',
  feedbackList: '/pages/feedbackList/feedbackList',
  wallet: '/pages/wallet/wallet',
} as const;

export type PageName = keyof typeof pages;
export type PagePath = (typeof pages)[PageName];

/** The address of a page with its query: `pageUrl(pages.countdown, { orderId })`. */
export function pageUrl(path: PagePath | typeof payPath, search: Record<string, string>): string {
  const query = new URLSearchParams(search).toString();
  return query === '' ? path : `${path}?${query}`;
}

export const loginPages: readonly string[] = [pages.login, pages.loginAlias];

/**
 * A chair's page is a separate document, rendered for each request. A wallet also sends the payer back to it to
 * continue paying.
 */
export const chairPages: readonly string[] = [pages.index, pages.wallet];

/** Where the form of a chair's page is posted, and where its order is shown without scripts. */
export const payPath = '/pay';

/** Where the service worker fetches the documents that it shows without a network. */
export const shells = { login: pages.login, app: '/shell/app', 'chair-page': '/shell/chair-page' } as const;

/** The shell of a chair's page under its name of earlier versions, for service workers that are installed already. */
export const oldChairPageShell = '/shell/sticker';

/** The service worker, and the query with which it keeps the page of a chair alone. */
export const serviceWorkerPath = '/sw.js';
export const chairPageOnly = '?keep=chair-page';

export type DocumentName = keyof typeof shells;

export const isPage = (path: string): path is PagePath => Object.values<string>(pages).includes(path);

/** The HTML document that serves a path, or null where the path is no page. An unknown page below `/pages/` is the app's to report. */
export function documentOf(path: string): DocumentName | null {
  if (loginPages.includes(path)) return 'login';
  if (chairPages.includes(path)) return 'chair-page';
  return path.startsWith('/pages/') || isPage(path) ? 'app' : null;
}
