import type { Permission } from '@recline/contract/call';
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { ToastRegion } from '../ui/toast-region.tsx';
import { gate, openLanding } from './gate.ts';
import { errorPage } from './landing.ts';
import { corePage, lazyPage, pageDelay } from './lazy-page.ts';
import { OldFigures } from './old-figures.tsx';
import { PageError } from './page-error.tsx';
import { PageLoading } from './page-loading.tsx';
import { paths } from './paths.ts';
import { parseSearch, stringifySearch, textSearch } from './search.ts';
import { TabBar } from './tab-bar.tsx';

const root = createRootRoute({
  component: () => (
    <>
      <OldFigures />
      <Outlet />
      <TabBar />
      <ToastRegion />
    </>
  ),
  notFoundComponent: () => null,
});

const login = { getParentRoute: () => root, beforeLoad: openLanding };
const page = (permission?: Permission) => ({ getParentRoute: () => root, beforeLoad: gate(permission) });

const routes = [
  createRoute({ ...login, path: paths.login }),
  createRoute({ ...login, path: paths.loginAlias }),
  createRoute({
    ...page('home'),
    path: paths.home,
    component: corePage(() => import('../features/revenue/home-screen.tsx'), 'HomeScreen'),
    validateSearch: textSearch('currency'),
  }),
  createRoute({
    ...page('details'),
    path: paths.details,
    component: lazyPage(() => import('../features/revenue/details-screen.tsx'), 'DetailsScreen'),
    validateSearch: textSearch('period', 'start', 'end', 'outletId', 'currency'),
  }),
  createRoute({
    ...page('user'),
    path: paths.user,
    component: corePage(() => import('../features/session/account-screen.tsx'), 'AccountScreen'),
  }),
  createRoute({
    ...page('home'),
    path: paths.chart,
    component: lazyPage(() => import('../features/revenue/chart-screen.tsx'), 'ChartScreen'),
    validateSearch: textSearch('currency'),
  }),
  createRoute({
    ...page('home'),
    path: paths.devices,
    component: lazyPage(() => import('../features/devices/device-list-screen.tsx'), 'DeviceListScreen'),
    validateSearch: textSearch('keyword', 'online', 'use', 'abnormal', 'outletId'),
  }),
  createRoute({
    ...page('details'),
    path: paths.orders,
    component: lazyPage(() => import('../features/orders/order-list-screen.tsx'), 'OrderListScreen'),
    validateSearch: textSearch(
      'orderId',
      'period',
      'start',
      'end',
      'outletId',
      'deviceId',
      'type',
      'status',
      'gear',
      'couponProperty',
      'cashCouponNo',
      'couponNo',
      'currency',
    ),
  }),
  createRoute({
    ...page(),
    path: paths.quickStart,
    component: lazyPage(() => import('../features/starting/quick-start-screen.tsx'), 'QuickStartScreen'),
    validateSearch: textSearch('deviceId', 'payment'),
  }),
  createRoute({
    ...page(),
    path: paths.index,
    component: lazyPage(() => import('../features/starting/index-screen.tsx'), 'IndexScreen'),
    validateSearch: textSearch('deviceId'),
  }),
  createRoute({
    ...page(),
    path: paths.countdown,
    component: lazyPage(() => import('../features/orders/countdown-screen.tsx'), 'CountdownScreen'),
    validateSearch: textSearch('orderId'),
  }),
  createRoute({
    ...page(),
    path: paths.myOrders,
    component: lazyPage(() => import('../features/orders/my-orders-screen.tsx'), 'MyOrdersScreen'),
  }),
  createRoute({
    ...page(),
    path: paths.feedback,
    component: lazyPage(() => import('../features/feedback/feedback-screen.tsx'), 'FeedbackScreen'),
    validateSearch: textSearch('orderId'),
  }),
  createRoute({
    ...page(),
    path: paths.result,
    component: lazyPage(() => import('../features/feedback/result-screen.tsx'), 'ResultScreen'),
    validateSearch: textSearch('result', 'message', 'orderId'),
  }),
  createRoute({
    ...page('details'),
    path: paths.feedbackList,
    component: lazyPage(() => import('../features/feedback/feedback-list-screen.tsx'), 'FeedbackListScreen'),
    validateSearch: textSearch('status', 'outletId'),
  }),
  createRoute({
    ...page(),
    path: paths.chooseLocation,
    component: lazyPage(() => import('../features/outlets/choose-location-screen.tsx'), 'ChooseLocationScreen'),
    validateSearch: textSearch('outletId'),
  }),
  createRoute({
    ...page(),
    path: paths.openLocation,
    component: lazyPage(() => import('../features/outlets/open-location-screen.tsx'), 'OpenLocationScreen'),
    validateSearch: textSearch('outletId'),
  }),
  createRoute({
    ...page(),
    path: paths.error,
    component: corePage(() => import('../features/errors/error-screen.tsx'), 'ErrorScreen'),
    validateSearch: textSearch('errType', 'errMsg'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ href: errorPage('notFound'), replace: true });
    },
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  trailingSlash: 'never',
  defaultPendingMs: pageDelay,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
