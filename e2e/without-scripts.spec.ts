import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { pages, pageUrl, payPath } from '@recline/contract/pages';
import { makeCoupon } from '../server/src/testing/coupons.ts';
import { expect, test } from './chairs.ts';

/** Paying in a browser that runs no scripts, or in which none have arrived. */

test.use({ serviceWorkers: 'block' });

const texts = {
  zh_CN: {
    pay: '支付',
    confirm: '确认支付',
    remaining: '剩余时间',
    refused: /没有这个券号/,
    coupons: '优惠券 / 现金券',
    agreements: ['用户协议', '隐私政策'],
  },
  en_US: {
    pay: 'Pay',
    confirm: 'Pay',
    remaining: 'Time remaining',
    refused: /no coupon with this number/,
    coupons: 'Coupons',
    agreements: ['user agreement', 'privacy notice'],
  },
  id_ID: {
    pay: 'Bayar',
    confirm: 'Bayar',
    remaining: 'Sisa waktu',
    refused: /Tidak ada kupon dengan nomor ini/,
    coupons: /[Kk]upon/,
    agreements: ['perjanjian pengguna', 'kebijakan privasi'],
  },
} as const;

const chairPage = (deviceId: string) => pageUrl(pages.index, { deviceId });
const cashier = /sandbox\/cashier/;
const orderPage = new RegExp(`${payPath}\\?orderId=\\d+`);

/** A picture of the page for the report. */
const picture = (page: Page, name: string) => page.screenshot({ path: `test-results/without-scripts/${name}.png` });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const [language, { pay, confirm, remaining, refused, coupons, agreements }] of Object.entries(texts)) {
    test(`from the code to a running chair in ${language}: a choice, a refusal that keeps it, the provider, the order`, async ({
      app,
      chairAt,
      page,
      context,
    }) => {
      const chair = await chairAt(await app.world.outlet());
      await context.addCookies([{ name: 'locale', value: language, url: app.url }]);
      await page.goto(chairPage(chair.deviceId));
      for (const name of agreements) {
        await page.getByRole('link', { name }).tap();
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', language.replace('_', '-'));
        await picture(page, `${language}-${name}`);
        await page.goBack();
      }
      await page.locator('label', { hasText: '30' }).tap();
      await page.locator('main summary').tap();
      await page.getByLabel(coupons).fill('NO-SUCH-COUPON');
      await picture(page, `${language}-chosen`);
      await page.getByRole('button', { name: pay, exact: true }).tap();
      await expect(page.getByText(refused).last()).toBeVisible();
      await expect(page.getByLabel(coupons)).toHaveValue('NO-SUCH-COUPON');
      await expect(page.locator('label', { hasText: '30' }).getByRole('radio')).toBeChecked();
      await picture(page, `${language}-refused`);
      await page.getByLabel(coupons).fill('');
      // Until the provider's page comes, or where the browser does not follow by itself, there is a link.
      await page.route(cashier, (route) => route.abort('aborted'));
      await page.getByRole('button', { name: pay, exact: true }).tap();
      await expect(page).toHaveURL(orderPage);
      await expect(page.getByText(chair.deviceId)).toBeVisible();
      await picture(page, `${language}-onward`);
      await page.unroute(cashier);
      await page.getByRole('link', { name: pay }).tap();
      await expect(page).toHaveURL(cashier);
      await page.getByRole('button', { name: confirm, exact: true }).tap();
      await expect(page).toHaveURL(orderPage);
      await expect(page.getByText(remaining)).toBeVisible();
      await expect(page.getByRole('timer')).toHaveText(/^(30:00|2\d:\d\d)$/);
      // As in the app: the ring has its styles.
      expect((await page.getByRole('timer').locator('xpath=../..').boundingBox())?.width).toBe(252);
      expect(chair.state).toBe('running');
      await picture(page, `${language}-running`);
      await page.goBack();
      await expect(page).not.toHaveURL(/cashier.*pay/);
      const { rows } = await app.pool.query('SELECT FROM orders WHERE device_id = $1', [chair.deviceId]);
      expect(rows).toHaveLength(1);
    });
  }

  test('a chair that is slow is waited for by its page, which then says how it went', async ({
    app,
    chairAt,
    page,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    chair.faults.add('ignores');
    const no = await makeCoupon(app.pool, 'free');
    await page.goto(chairPage(chair.deviceId));
    await page.locator('main summary').tap();
    await page.getByLabel(texts.zh_CN.coupons).fill(no);
    await page.getByRole('button', { name: '支付', exact: true }).tap();
    await expect(page.getByText('正在启动')).toBeVisible();
    await picture(page, 'starting');
    await expect(page.getByRole('heading', { name: '启动失败' })).toBeVisible();
    await expect(page.getByText('优惠券没有消耗，可以再次使用')).toBeVisible();
    await picture(page, 'failed');
  });
});

test('a choice and a tap before the scripts load make one order, which My orders shows afterwards', async ({
  app,
  chairAt,
  page,
}) => {
  const chair = await chairAt(await app.world.outlet());
  let hold = true;
  await page.route('**/assets/*.js', (route) => (hold ? undefined : route.continue()));
  await page.goto(chairPage(chair.deviceId), { waitUntil: 'commit' });
  await page.locator('label', { hasText: '30' }).tap();
  await page.getByRole('button', { name: '支付 ¥15.00' }).tap({ noWaitAfter: true });
  await expect(page).toHaveURL(/sandbox\/cashier/);
  await expect(page.getByText('¥20.00')).toBeVisible();
  hold = false;
  await page.getByRole('button', { name: '确认支付' }).tap();
  await expect(page).toHaveURL(new RegExp(pages.countdown));
  await expect(page.getByRole('timer')).toBeVisible();
  await page.goto(pages.myOrders);
  await expect(page.getByText(chair.deviceId).first()).toBeVisible();
  await page.goto('/icons/icon.svg'); // the same site, without an app that would notice the lost session
  await page.evaluate(() => localStorage.clear());
  await page.goto(pages.myOrders);
  await expect(page.getByText(chair.deviceId).first()).toBeVisible();
});

test('paying before the scripts came ends their download, and no notice says that they failed', async ({
  app,
  chairAt,
  page,
}) => {
  const chair = await chairAt(await app.world.outlet());
  const ended: string[] = [];
  await page.addInitScript(() => {
    setInterval(() => {
      if (document.querySelector('#page-failed:not([hidden])')) sessionStorage.setItem('notice', 'was seen');
    }, 10);
  });
  page.on('requestfailed', (request) => void ended.push(new URL(request.url()).pathname));
  await page.route('**/assets/*.js', () => {});
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**${payPath}`, (route) => held.then(() => route.continue()));
  await page.goto(chairPage(chair.deviceId), { waitUntil: 'commit' });
  await page.getByRole('button', { name: '支付 ¥15.00' }).tap({ noWaitAfter: true });
  await expect.poll(() => ended.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(3);
  await sleep(200); // the notice would have appeared by now
  answer();
  await expect(page).toHaveURL(cashier);
  expect(await page.evaluate(() => sessionStorage.getItem('notice'))).toBeNull();
});
