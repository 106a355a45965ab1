import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { basePath } from './call.ts';
import { contract } from './index.ts';

const calls: Call[] = Object.values(contract).flatMap((feature) => Object.values<Call>(feature));
const methodsOf = (path: string) => calls.filter((call) => call.path === path).map(({ method }) => method);

/** Other programs make these calls too. Both our sides are built from the contract, so only this test sees a changed path. */
test.each([
  ['GET', '/login/info'],
  ['GET', '/login/public-key'],
  ['POST', '/login/login'],
  ['GET', '/dict/cache-value'],
  ['GET', '/statistics/h5/incomeToday'],
  ['GET', '/statistics/h5/incomeOverview'],
  ['GET', '/statistics/h5/otherSummary'],
  ['GET', '/statistics/h5/incomeLineChartRealTime'],
  ['GET', '/statistics/h5/incomeLineChartSevenDays'],
  ['GET', '/statistics/h5/ordersBarChartSevenDays'],
  ['GET', '/statistics/h5/incomeDetailByArea'],
  ['GET', '/statistics/appStatistics'],
  ['GET', '/device/list'],
  ['GET', '/area/list'],
  ['GET', '/area/appReport'],
  ['GET', '/order'],
  ['GET', '/order/orderH5'],
  ['POST', '/data-centre/device-status'],
  ['POST', '/data-centre/price-group'],
  ['GET', '/data-centre/advert'],
  ['POST', '/data-centre/activate'],
  ['GET', '/data-centre/get-order'],
  ['POST', '/order-feedback/insert'],
  ['GET', '/file/getPolicy'],
] as const)('%s %s is a call', (method, path) => {
  expect(methodsOf(path)).toEqual([method]);
});

test('all calls are below one path', () => {
  expect(basePath).toBe('/api/web/api/v1');
});
