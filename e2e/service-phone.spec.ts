import { pages, pageUrl } from '@recline/contract/pages';
import { type App, shortTimeoutsServer, startApp } from './app.ts';
import { expect, test as withChairs } from './chairs.ts';

/** A server without a number to call. */
const test = withChairs.extend<object, { app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const app = await startApp({ SERVICE_PHONE: '' }, shortTimeoutsServer);
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
});

test('without a service phone, neither the account page nor a chair’s page offers to call', async ({ app, openAs }) => {
  const outlet = await app.world.outlet();
  const { deviceId } = await app.world.device(outlet);
  const page = await openAs(await app.world.manager([outlet]), pages.user);
  await expect(page.getByLabel('语言')).toBeVisible();
  await expect(page.getByText('客服电话')).toHaveCount(0);
  await page.goto(pageUrl(pages.index, { deviceId }));
  await expect(page.getByRole('heading', { name: '这台设备没有联网' })).toBeVisible();
  await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
});
