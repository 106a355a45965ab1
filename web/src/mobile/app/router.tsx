import type { Permission } from '@recline/contract/call';
import { pages } from '@recline/contract/pages';
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { inBackground } from '../../platform/in-background.tsx';
import { ToastRegion } from '../../ui/toast-region.tsx';
import type { DeviceListSearch } from '../features/devices/index.ts';
import { orderListParameters } from '../features/order-list/index.ts';
import type { DetailsScope } from '../features/revenue/index.ts';
import { KeepFocus } from './keep-focus.tsx';
import { errorPageUrl } from './landing.ts';
import { corePage, lazyPage } from './lazy-page.ts';
import { PageError } from './page-error.tsx';
import { PageLoading } from './page-loading.tsx';
import { loadingDelayMs } from './page-timing.ts';
import { guardRoute, openDocument, openLanding } from './route-guard.ts';
import { completeSearch, parseSearch, stringifySearch, textSearch } from './search.ts';
import { StaleNotice } from './stale-notice.tsx';
import { TabBar } from './tab-bar.tsx';

const SessionWatch = inBackground(async () => (await import('./session-watch.tsx')).SessionWatch);

const root = createRootRoute({
  component: () => (
    <>
      <StaleNotice />
      <Outlet />
      <TabBar />
      <ToastRegion />
      <KeepFocus />
      <SessionWatch />
    </>
  ),
  notFoundComponent: () => null,
});

const login = { getParentRoute: () => root, beforeLoad: openLanding };
const page = (permission?: Permission) => ({ getParentRoute: () => root, beforeLoad: guardRoute(permission) });

const routes = [
  createRoute({ ...login, path: pages.login }),
  createRoute({ ...login, path: pages.loginAlias }),
  createRoute({
    ...page('home'),
    path: pages.home,
    component: corePage(() => import('../features/revenue/home-screen.tsx'), 'HomeScreen'),
    validateSearch: textSearch('currency'),
  }),
  createRoute({
    ...page('details'),
    path: pages.details,
    component: lazyPage(() => import('../features/revenue/details-screen.tsx'), 'DetailsScreen'),
    validateSearch: completeSearch<DetailsScope>({
      period: true,
      start: true,
      end: true,
      outletId: true,
      currency: true,
    }),
  }),
  createRoute({
    ...page(), // every account logs out and chooses its language here; the permission is for the tab
    path: pages.user,
    component: lazyPage(() => import('../features/session/account-screen.tsx'), 'AccountScreen'),
  }),
  createRoute({
    ...page('home'),
    path: pages.chart,
    component: lazyPage(() => import('../features/revenue/chart-screen.tsx'), 'ChartScreen'),
    validateSearch: textSearch('currency'),
  }),
  createRoute({
    ...page('home'),
    path: pages.devices,
    component: lazyPage(() => import('../features/devices/device-list-screen.tsx'), 'DeviceListScreen'),
    validateSearch: completeSearch<DeviceListSearch>({
      keyword: true,
      online: true,
      use: true,
      abnormal: true,
      outletId: true,
    }),
  }),
  createRoute({
    ...page('details'),
    path: pages.orders,
    component: lazyPage(() => import('../features/order-list/order-list-screen.tsx'), 'OrderListScreen'),
    validateSearch: textSearch(...orderListParameters),
  }),
  createRoute({
    ...page(),
    path: pages.quickStart,
    component: lazyPage(() => import('../features/starting/quick-start-screen.tsx'), 'QuickStartScreen'),
    validateSearch: textSearch('deviceId'),
  }),
  createRoute({ getParentRoute: () => root, path: pages.index, beforeLoad: openDocument }),
  createRoute({ getParentRoute: () => root, path: pages.wallet, beforeLoad: openDocument }),
  createRoute({
    ...page(),
    path: pages.countdown,
    component: lazyPage(() => import('../features/orders/countdown-screen.tsx'), 'CountdownScreen'),
    validateSearch: textSearch('orderId', 'key'),
  }),
  createRoute({
    ...page(),
    path: pages.myOrders,
    component: lazyPage(() => import('../features/orders/my-orders-screen.tsx'), 'MyOrdersScreen'),
  }),
  createRoute({
    ...page(),
    path: pages.receipt,
    component: lazyPage(() => import('../features/orders/receipt-screen.tsx'), 'ReceiptScreen'),
    validateSearch: textSearch('orderId', 'key'),
  }),
  createRoute({
    ...page(),
    path: pages.feedback,
    component: lazyPage(() => import('../features/feedback/feedback-screen.tsx'), 'FeedbackScreen'),
    validateSearch: textSearch('orderId', 'deviceId'),
  }),
  createRoute({
    ...page(),
    path: pages.result,
    component: lazyPage(() => import('../features/feedback/result-screen.tsx'), 'ResultScreen'),
    validateSearch: textSearch('result', 'message', 'orderId', 'deviceId'),
  }),
  createRoute({
    ...page('details'),
    path: pages.feedbackList,
    component: lazyPage(() => import('../features/feedback/feedback-list-screen.tsx'), 'FeedbackListScreen'),
    validateSearch: textSearch('status', 'outletId'),
  }),
  createRoute({
    ...page(),
    path: pages.chooseLocation,
    component: lazyPage(() => import('../features/outlets/choose-location-screen.tsx'), 'ChooseLocationScreen'),
    validateSearch: textSearch('outletId'),
  }),
  createRoute({
    ...page(),
    path: pages.openLocation,
    component: lazyPage(() => import('../features/outlets/open-location-screen.tsx'), 'OpenLocationScreen'),
    validateSearch: textSearch('outletId'),
  }),
  createRoute({
    ...page(),
    path: pages.error,
    component: lazyPage(() => import('../features/errors/error-screen.tsx'), 'ErrorScreen'),
    validateSearch: textSearch('errType', 'errMsg', 'code'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ href: errorPageUrl('notFound'), replace: true });
    },
  }),
] as const;

/** Created only when the app starts, because it takes over the history, and other pages prefetch this code. */
export const makeRouter = () =>
  createRouter({
    routeTree: root.addChildren(routes),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    trailingSlash: 'never',
    defaultPendingMs: loadingDelayMs,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageError,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
