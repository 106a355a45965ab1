import type { Browser, Page } from '@playwright/test';
import { pages, pageUrl } from '@recline/contract/pages';
import type { Providers } from '@recline/provider-simulator/simulator';
import type { App } from './app.ts';
import { chooseLanguage } from './choose-language.ts';
import { countInput } from './count-input.ts';
import { holdScripts } from './hold-scripts.ts';
import { phone } from './phone.ts';
import { expect, withProviders } from './providers.ts';

/**
 * Paying inside WeChat and Alipay: their authorisation, cashier and books are the simulator's; the bridge in the page
 * stands in for WeChat's own sheet, with one button.
 */

const agents = {
  wechat: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 MicroMessenger/8.0.47',
  alipay: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 AlipayClient/10.5.90',
};

const test = withProviders({ PAYMENT_PROVIDERS: 'wechat,alipay', APP_LANGUAGE: 'auto' });

test.describe.configure({ mode: 'default' }); // one server and one simulator for all of them

/** Replaces WeChat's payment sheet by a button in the page; tapping it pays at the simulator. */
const bridge = `window.WeixinJSBridge = {
  invoke(name, params, done) {
    const sheet = document.body.appendChild(document.createElement('button'));
    sheet.textContent = '微信支付 确认';
    sheet.onclick = async () => { sheet.remove(); done({ err_msg: await payInWechat(params) }); };
  },
};`;

async function openInside(browser: Browser, providers: Providers, wallet: keyof typeof agents): Promise<Page> {
  const context = await browser.newContext({ ...phone, userAgent: agents[wallet] });
  const page = await context.newPage();
  if (wallet === 'wechat') {
    await page.exposeFunction('payInWechat', (params: Parameters<typeof providers.wechat.bridge>[0]) =>
      providers.wechat.bridge(params),
    );
    await page.addInitScript(bridge);
  }
  return page;
}

const walletUsers = async ({ pool }: App, wallet: string) =>
  (await pool.query('SELECT account_id FROM wallets WHERE wallet = $1', [wallet])).rows.length;

for (const [wallet, confirm] of [
  ['wechat', '微信支付 确认'],
  ['alipay', '确认支付'],
] as const) {
  test(`inside ${wallet} a first scan takes 2 taps to a running chair, and the same user is the same account`, async ({
    app,
    providers,
    browser,
    chairAt,
  }) => {
    const outlet = await app.world.outlet();
    const page = await openInside(browser, providers, wallet);
    const input = await countInput(page);
    const pay = async () => {
      const chair = await chairAt(outlet);
      await page.goto(`${app.url}${pageUrl(pages.index, { deviceId: chair.deviceId })}`);
      await page.getByRole('button', { name: '支付 ¥15.00', exact: true }).tap();
      await page.getByRole('button', { name: confirm, exact: true }).tap();
      await expect(page.getByRole('timer')).toBeVisible();
      expect(chair.state).toBe('running');
    };
    await pay();
    expect(input()).toEqual({ taps: 2, keys: 0 });
    expect(await walletUsers(app, wallet)).toBe(1);
    // A phone that lost its session is recognised by the wallet.
    await page.evaluate(() => localStorage.clear());
    await pay();
    expect(await walletUsers(app, wallet)).toBe(1);
    const { rows } = await app.pool.query('SELECT DISTINCT placed_by FROM orders WHERE outlet_id = $1', [outlet.id]);
    expect(rows).toHaveLength(1);
    await page.context().close();
  });

  test(`inside ${wallet} a tap on Pay before the scripts came goes on once they run, without another tap`, async ({
    app,
    providers,
    browser,
    chairAt,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    const page = await openInside(browser, providers, wallet);
    const release = await holdScripts(page);
    const orders = async () =>
      (await app.pool.query('SELECT status FROM orders WHERE device_id = $1', [chair.deviceId])).rows;
    await page.goto(`${app.url}${pageUrl(pages.index, { deviceId: chair.deviceId })}`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: '支付 ¥15.00', exact: true }).tap({ noWaitAfter: true });
    await expect(page.getByText('即将自动继续支付')).toBeVisible();
    expect(await orders()).toEqual([]);
    release();
    await page.getByRole('button', { name: confirm, exact: true }).tap();
    await expect(page.getByRole('timer')).toBeVisible();
    expect(await orders()).toEqual([{ status: 'running' }]);
    await page.context().close();
  });
}

test('a user whom WeChat does not identify sees a message; nothing is ordered, and nothing loops', async ({
  app,
  providers,
  browser,
  chairAt,
}) => {
  const chair = await chairAt(await app.world.outlet());
  const page = await openInside(browser, providers, 'wechat');
  providers.wechat.nextUserIsFake();
  await page.goto(`${app.url}${pageUrl(pages.index, { deviceId: chair.deviceId })}`);
  await page.getByRole('button', { name: '支付 ¥15.00', exact: true }).tap();
  await expect(page.getByRole('alert')).toContainText('预览模式');
  const { rows } = await app.pool.query('SELECT FROM orders WHERE device_id = $1', [chair.deviceId]);
  expect(rows).toHaveLength(0);
  await page.getByRole('button', { name: '支付 ¥15.00', exact: true }).tap();
  await expect(page.getByRole('button', { name: '微信支付 确认' })).toBeVisible();
  await page.context().close();
});

test('a return that this browser did not ask for logs nobody in', async ({ app, page }) => {
  await page.goto(`${app.url}${pages.wallet}?wallet=wechat&code=stolen&state=${'a1'.repeat(32)}`);
  await page.waitForURL(`**${pages.index}`);
  expect(await page.evaluate('localStorage.getItem("Access-Token")')).toBeNull();
});

test('inside WeChat without a provider that works there, the page shows how to open it in the browser', async ({
  app,
  providers,
  browser,
}) => {
  const outlet = await app.world.outlet({ currency: 'RM' });
  const { deviceId } = await app.world.device(outlet, { online: true });
  const page = await openInside(browser, providers, 'wechat');
  await page.goto(`${app.url}${pageUrl(pages.index, { deviceId })}`);
  await expect(page.getByRole('heading', { name: '请在浏览器中打开' })).toBeVisible();
  await expect(page.locator('ol svg')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /支付/ })).toHaveCount(0);
  await page.context().close();
});

test('with APP_LANGUAGE=auto a page is in the language of the phone, until another is chosen', async ({
  app,
  browser,
}) => {
  const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
  const context = await browser.newContext({ ...phone, locale: 'id-ID' });
  const page = await context.newPage();
  await page.goto(`${app.url}${pageUrl(pages.index, { deviceId })}`);
  await expect(page.getByRole('button', { name: 'Bayar ¥15,00' })).toBeVisible();
  await chooseLanguage(page, 'English');
  await expect(page.getByRole('button', { name: 'Pay ¥15.00' })).toBeVisible();
  await page.goto(app.url);
  await expect(page.getByRole('tab', { name: 'Guest' })).toBeVisible();
  await context.close();
});
