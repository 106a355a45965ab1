import { pages } from '@recline/contract/pages';
import { type App, shortTimeoutsServer, startApp } from './app.ts';
import { expect, test as withChairs } from './chairs.ts';

/** A server that refunds unused time. */
const test = withChairs.extend<object, { app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const app = await startApp({ STOP_REFUND: 'unused' }, shortTimeoutsServer);
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
});

test('stopping early says what will be refunded, and then that it is being refunded', async ({
  app,
  chairAt,
  page,
}) => {
  const chair = await chairAt(await app.world.outlet());
  await page.goto(`${pages.index}?deviceId=${chair.deviceId}`);
  await page.getByRole('button', { name: '支付 ¥15.00' }).tap();
  await page.getByRole('button', { name: '确认支付' }).tap();
  await page.getByRole('button', { name: '提前结束' }).tap();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(/剩余时间对应的 ¥1[45]\.\d\d 会原路退回/);
  await question.getByRole('button', { name: '提前结束' }).tap();
  await expect(page.locator('strong', { hasText: '已提前结束' })).toBeVisible();
  await expect(page.getByText(/¥1[45]\.\d\d (正在|已)原路退回/)).toBeVisible();
});
