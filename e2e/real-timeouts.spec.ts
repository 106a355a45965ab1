import { pages } from '@recline/contract/pages';
import { makeCoupon } from '../server/src/testing/coupons.ts';
import { expect, test } from './chairs.ts';

/** With the server's default timeouts, which other tests shorten. */
test.use({ realTimeouts: true });

test('a chair that is silent for ten seconds did not start, and the coupon is usable again', async ({
  app,
  chairAt,
  openAs,
}) => {
  const chair = await chairAt(await app.world.outlet());
  const no = await makeCoupon(app.pool, 'free');
  const page = await openAs(await app.world.consumer(), `${pages.index}?deviceId=${chair.deviceId}`);
  const start = async () => {
    await page.getByRole('button', { name: /优惠券 \/ 现金券/ }).click();
    await page.getByLabel('券号', { exact: true }).fill(no);
    await page.getByRole('button', { name: '使用', exact: true }).click();
    await page.getByRole('button', { name: '用优惠券启动' }).click();
  };
  chair.faults.add('ignores');
  await start();
  await expect(page.getByRole('alert')).toContainText('未扣除任何费用');
  chair.faults.clear();
  await page.goto(`${pages.index}?deviceId=${chair.deviceId}`);
  await start();
  await expect(page.getByRole('timer')).toBeVisible();
});
