import type { Permission } from '@recline/contract/call';

/** Every page of the app. Links name a page by its key here, never by a string of their own. */
export const paths = {
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
  feedbackList: '/pages/feedbackList/feedbackList',
} as const;

/** The tabs in their order; each is shown to those who hold the permission of its name. */
export const tabs = ['home', 'details', 'user'] as const satisfies readonly Permission[];

const publicPaths: readonly string[] = [paths.login, paths.loginAlias, paths.index, paths.error, paths.home];

/** Pages that open without a token; from any other one is sent to login. */
export const isPublic = (path: string) => publicPaths.includes(path.length > 1 ? path.replace(/\/$/, '') : path);
