import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { expect, test } from './chairs.ts';
import { chooseLanguage } from './choose-language.ts';
import { countInput } from './count-input.ts';
import { holdScripts } from './hold-scripts.ts';

const chairPage = (deviceId: string) => `${pages.index}?deviceId=${deviceId}`;
const countdown = new RegExp(`${pages.countdown}\\?.*orderId=\\d+`);

const languages = [
  { name: 'zh_CN', pay: '支付 ¥15.00', confirm: '确认支付', free: '空闲', cheapest: '¥8.00' },
  { name: 'en_US', pay: 'Pay ¥15.00', confirm: 'Pay', free: 'Free', cheapest: '¥8.00' },
  { name: 'id_ID', pay: 'Bayar ¥15,00', confirm: 'Bayar', free: 'Kosong', cheapest: '¥8,00' },
] as const;

test.describe('from the sticker to a running chair, without a login', () => {
  for (const { name, pay, confirm } of languages) {
    test(`takes 2 taps and no key in ${name}`, async ({ app, chairAt, page, context }) => {
      const chair = await chairAt(await app.world.outlet());
      await context.addCookies([{ name: 'locale', value: name, url: app.url }]);
      const input = await countInput(page);
      await page.goto(chairPage(chair.deviceId));
      await page.getByRole('button', { name: pay, exact: true }).tap();
      await page.getByRole('button', { name: confirm, exact: true }).tap();
      await expect(page).toHaveURL(countdown);
      await expect(page.getByRole('timer')).toHaveText(/^(20:00|19:5\d)$/);
      expect(chair.state).toBe('running');
      expect(input()).toEqual({ taps: 2, keys: 0 });
    });
  }
});

test.describe('the first answer of the server', () => {
  for (const { name, pay, free, cheapest } of languages) {
    test(`has name, outlet, state, prices and the recommended choice in ${name}`, async ({ app, request }) => {
      const outlet = await app.world.outlet({ name: 'Harbour <mall> & more' });
      const { deviceId } = await app.world.device(outlet, { online: true, name: 'Chair 2' });
      const response = await request.get(`${app.url}${chairPage(deviceId)}`, { headers: { cookie: `locale=${name}` } });
      const html = await response.text();
      expect(response.headers()['cache-control']).toBe('no-store');
      for (const shown of [deviceId, 'Chair 2', 'Harbour &lt;mall&gt; &amp; more', `>${free}<`, cheapest, `>${pay}<`])
        expect(html).toContain(shown);
      expect(html).toMatch(/<input[^>]*checked=""[^>]*>/);
    });
  }

  test('has the data that it was rendered from, as JSON', async ({ app, request }) => {
    const outlet = await app.world.outlet({ name: 'Harbour </script> & more' });
    const { deviceId } = await app.world.device(outlet, { online: true });
    const html = await (await request.get(`${app.url}${chairPage(deviceId)}`)).text();
    const [, json = ''] = /<script type="application\/json" id="state">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      language: 'zh_CN',
      unknown: false,
      card: { deviceId, outletName: outlet.name, state: 'free', prices: outlet.prices },
    });
  });

  test('is the same for everybody, regardless of token or cookie', async ({ app, request }) => {
    const outlet = await app.world.outlet();
    const { deviceId } = await app.world.device(outlet, { online: true });
    const { token } = await app.world.consumer();
    const get = async (headers: Record<string, string>) =>
      (await request.get(`${app.url}${chairPage(deviceId)}`, { headers })).text();
    expect(await get({ 'access-token': token, cookie: `token=${token}` })).toBe(await get({}));
  });

  test('follows the state of the chair, including back to the previous one', async ({ app, request }) => {
    const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
    const get = async () => (await request.get(`${app.url}${chairPage(deviceId)}`)).text();
    const setFault = (code: string | null) =>
      app.pool.query('UPDATE devices SET fault_code = $2 WHERE id = $1', [deviceId, code]);
    const free = await get();
    expect(free).toContain('"state":"free"');
    await setFault('E1');
    expect(await get()).toContain('"state":"fault"');
    await setFault(null);
    expect(await get()).toBe(free);
  });

  test('is in the language of the phone only if the server is set to follow it', async ({ app, request }) => {
    const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
    const answer = await request.get(`${app.url}${chairPage(deviceId)}`, { headers: { 'accept-language': 'en-US' } });
    expect(await answer.text()).toContain('<html lang="zh-CN">');
  });
});

test('comes with a skeleton where the database does not answer, and shows the chair once it does', async ({
  app,
  page,
}) => {
  const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
  const lock = await app.pool.connect();
  try {
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE devices IN ACCESS EXCLUSIVE MODE');
    const response = await page.goto(chairPage(deviceId), { waitUntil: 'commit' });
    expect(response?.status()).toBe(200);
    await expect(page.getByText('正在加载设备')).toBeAttached();
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
  await expect(page.getByRole('button', { name: '支付 ¥15.00' })).toBeVisible();
});

test('a payment by QR code shows the code, and the page continues once it was paid elsewhere', async ({
  app,
  chairAt,
  page,
  context,
}) => {
  const chair = await chairAt(await app.world.outlet());
  let payUrl = '';
  // No provider answers with a code yet: the sandbox's payment is presented as one.
  await page.route('**/pay', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { payUrl?: string; pay?: object } };
    payUrl = answer.data.payUrl ?? '';
    delete answer.data.payUrl;
    answer.data.pay = { kind: 'qr', text: payUrl, until: new Date(Date.now() + 600_000).toISOString() };
    await route.fulfill({ response, json: answer });
  });
  await page.goto(chairPage(chair.deviceId));
  await page.getByRole('button', { name: '支付 ¥15.00' }).tap();
  await expect(page.getByRole('img', { name: '扫码支付' })).toBeVisible();
  const other = await context.newPage();
  await other.goto(new URL(payUrl, app.url).href);
  await other.getByRole('button', { name: '确认支付' }).click();
  await expect(page).toHaveURL(countdown);
});

test.describe('a chair', () => {
  test('in use shows the time until it is free, live, and a free one nearby', async ({ app, chairAt, page }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    const other = await chairAt(outlet, { name: '3 号椅' });
    await app.world.order(chair.deviceId, { status: 'running', placedBy: await app.world.consumer() });
    await page.goto(chairPage(chair.deviceId));
    await expect(page.getByRole('heading', { name: '这台设备正在使用' })).toBeVisible();
    const clock = page.locator('time');
    const before = await clock.textContent();
    expect(before).toMatch(/^\d\d:\d\d$/);
    await expect(clock).not.toHaveText(before ?? '');
    await page.getByRole('link', { name: `${other.deviceId} · 3 号椅` }).tap();
    await expect(page.getByRole('button', { name: '支付 ¥15.00' })).toBeVisible();
  });

  test('that is offline says so, and is offered as soon as it is back', async ({ app, chairAt, page }) => {
    const chair = await chairAt(await app.world.outlet());
    await chair.powerOff();
    const isOnline = async () =>
      (await app.pool.query('SELECT online FROM devices WHERE id = $1', [chair.deviceId])).rows[0]?.online;
    await expect.poll(isOnline).toBe(false);
    await page.goto(chairPage(chair.deviceId));
    await expect(page.getByRole('heading', { name: '这台设备没有联网' })).toBeVisible();
    // Strict: the number to call is on the page once.
    await expect(page.getByRole('link', { name: /联系客服/ })).toHaveAttribute('href', /^tel:/);
    await chair.powerOn();
    await expect.poll(isOnline).toBe(true);
    await page.getByRole('button', { name: '重试' }).tap();
    await expect(page.getByRole('button', { name: '支付 ¥15.00' })).toBeVisible();
  });

  test('that is faulty says so, and shows a free one, the phone number, and a retry', async ({ app, page }) => {
    const outlet = await app.world.outlet();
    const { deviceId } = await app.world.device(outlet, { online: true });
    const other = await app.world.device(outlet, { online: true, name: '3 号椅' });
    const setFault = (code: string | null) =>
      app.pool.query('UPDATE devices SET fault_code = $2 WHERE id = $1', [deviceId, code]);
    await setFault('E7');
    await page.goto(chairPage(deviceId));
    await expect(page.getByRole('heading', { name: '这台设备需要检修' })).toBeVisible();
    const pay = page.getByRole('button', { name: /支付/ });
    await expect(pay).toHaveCount(0);
    const beside = page.getByRole('link', { name: `${other.deviceId} · 3 号椅` });
    await expect(beside).toHaveAttribute('href', chairPage(other.deviceId));
    await expect(page.getByRole('link', { name: /联系客服/ })).toHaveAttribute('href', 'tel:4008201234');
    await setFault(null);
    await page.getByRole('button', { name: '重试' }).tap();
    await expect(pay).toBeVisible();
  });

  test('has a distinct drawing for each reason why it cannot be used', async ({ app, page }) => {
    const outlet = await app.world.outlet();
    const [inUse, faulty] = [
      await app.world.device(outlet, { online: true }),
      await app.world.device(outlet, { online: true }),
    ];
    const offline = await app.world.device(outlet);
    const closedOutlet = await app.world.outlet();
    const closed = await app.world.device(closedOutlet, { online: true });
    await app.pool.query('UPDATE outlets SET closed_at = now() WHERE id = $1', [closedOutlet.id]);
    await app.world.order(inUse.deviceId, { status: 'running', placedBy: await app.world.consumer() });
    await app.pool.query("UPDATE devices SET fault_code = 'E7' WHERE id = $1", [faulty.deviceId]);
    const drawings = new Map<string, string>();
    for (const [deviceId, title] of [
      [inUse.deviceId, '这台设备正在使用'],
      [offline.deviceId, '这台设备没有联网'],
      [faulty.deviceId, '这台设备需要检修'],
      [closed.deviceId, '本网点已停业'],
      ['NO-SUCH-CHAIR', '无法识别设备'],
    ] as const) {
      await page.goto(chairPage(deviceId));
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      drawings.set(await page.locator('svg[class*=drawing]').innerHTML(), title);
    }
    expect([...drawings.values()]).toHaveLength(5);
  });

  test('without prices says so, and offers no payment', async ({ app, page }) => {
    const outlet = await app.world.outlet();
    const { deviceId } = await app.world.device(outlet, { online: true });
    await app.pool.query('UPDATE prices SET retired_at = now() WHERE price_group_id = $1', [outlet.priceGroupId]);
    await page.goto(chairPage(deviceId));
    await expect(page.getByRole('heading', { name: '暂无价格' })).toBeVisible();
    await expect(page.getByText('此设备还没有设置价格，请联系网点工作人员')).toBeVisible();
    await expect(page.getByRole('button', { name: /支付/ })).toHaveCount(0);
  });

  for (const unknown of ['NO-SUCH-CHAIR', '%3Cscript%3E']) {
    test(`that does not exist is answered with 404 and a next step: ${unknown}`, async ({ page }) => {
      const response = await page.goto(chairPage(unknown));
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: '无法识别设备' })).toBeVisible();
      await expect(page.getByRole('link', { name: '扫描其他设备' })).toBeVisible();
      expect(await page.evaluate('localStorage.getItem("DEVICEID")')).toBeNull();
    });
  }

  test('is kept while there is no network, and payable once it is back', async ({ app, chairAt, page, context }) => {
    const chair = await chairAt(await app.world.outlet());
    await page.goto(chairPage(chair.deviceId));
    const pay = page.getByRole('button', { name: '支付 ¥15.00' });
    await expect(pay).toBeVisible();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await pay.tap();
    await expect(page.getByRole('alert')).toContainText('不会重复扣款');
    await expect(page.getByText('网络连接失败，正在重试')).toBeVisible();
    await expect(page.getByRole('heading', { name: chair.deviceId })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('网络连接失败，正在重试')).toBeHidden();
    await pay.tap();
    await expect(page.getByRole('button', { name: '确认支付' })).toBeVisible();
  });
});

test.describe('the page of a chair', () => {
  async function openUnhydrated(page: Page, url: string): Promise<() => void> {
    const release = await holdScripts(page);
    await page.goto(url, { waitUntil: 'commit' });
    return release;
  }

  test('acts on taps from before it was hydrated', async ({ app, chairAt, page }) => {
    const chair = await chairAt(await app.world.outlet());
    const release = await openUnhydrated(page, chairPage(chair.deviceId));
    await page.locator('label', { hasText: '30' }).tap();
    await page.getByRole('button', { name: '支付 ¥15.00' }).tap();
    release();
    await expect(page.getByText('¥20.00')).toBeVisible();
    await expect(page.getByRole('button', { name: '确认支付' })).toBeVisible();
  });

  test('changes to the language that was chosen before it was hydrated', async ({ app, chairAt, page }) => {
    const chair = await chairAt(await app.world.outlet());
    const release = await openUnhydrated(page, chairPage(chair.deviceId));
    await chooseLanguage(page, 'English');
    release();
    await expect(page.getByRole('button', { name: 'Pay ¥15.00' })).toBeVisible();
  });

  test('leads to the countdown where the chair runs for this guest', async ({ app, chairAt, openAs }) => {
    const chair = await chairAt(await app.world.outlet());
    const guest = await app.world.consumer();
    const { orderId } = await app.world.order(chair.deviceId, { status: 'running', placedBy: guest });
    const page = await openAs(guest, chairPage(chair.deviceId));
    await expect(page).toHaveURL(`${pages.countdown}?orderId=${orderId}`);
  });

  test('links to an order that is open elsewhere, and stays on the scanned chair', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet();
    const [running, scanned] = [await chairAt(outlet), await chairAt(outlet)];
    const guest = await app.world.consumer();
    const { orderId } = await app.world.order(running.deviceId, { status: 'running', placedBy: guest });
    const page = await openAs(guest, chairPage(scanned.deviceId));
    await page.getByRole('link', { name: /您有一台设备正在使用/ }).tap();
    await expect(page).toHaveURL(`${pages.countdown}?orderId=${orderId}`);
  });

  for (const status of ['pending', 'running'] as const) {
    test(`gives way to the order when the installed app opens for a guest with an order that is ${status}`, async ({
      app,
      chairAt,
      openAs,
    }) => {
      const chair = await chairAt(await app.world.outlet());
      const guest = await app.world.consumer();
      const { orderId } = await app.world.order(chair.deviceId, { status, placedBy: guest });
      const page = await openAs(guest, '/');
      await expect(page).toHaveURL(`${pages.countdown}?orderId=${orderId}`);
    });
  }

  test('accepts a number in a sheet: the code field has the focus, and the sixth digit sends it', async ({
    app,
    chairAt,
    page,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    const mobile = `138${String(Math.random()).slice(2, 10)}`;
    await page.goto(chairPage(chair.deviceId));
    await page.getByRole('button', { name: '留下手机号，随时找回订单' }).tap();
    await expect(page.getByText('验证手机号后继续使用本椅，并可找回订单')).toBeVisible();
    await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
    await page.getByRole('button', { name: '获取验证码' }).tap();
    const code = page.getByLabel('验证码');
    await expect(code).toBeFocused();
    const message = await page.getByText('验证码已发送').boundingBox();
    expect(message && message.y + message.height, 'it does not cover the sheet').toBeLessThan(
      (await page.getByRole('dialog').locator('header').boundingBox())?.y ?? 0,
    );
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await code.pressSequentially(await app.smsCode(mobile));
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: '支付 ¥15.00' })).toBeVisible();
    expect(await page.evaluate('localStorage.getItem("Access-Token")')).not.toBeNull();
  });

  test('offers a manager a start for cash', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    const page = await openAs(await app.world.manager([outlet]), pages.home);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(chairPage(chair.deviceId));
    await page.getByRole('link', { name: '收款并启动' }).tap();
    await expect(page.getByRole('button', { name: '收款 ¥15.00 并启动' })).toBeVisible();
  });

  test('tells a member of another outlet that this chair is not for that account', async ({ app, chairAt, openAs }) => {
    const [here, elsewhere] = [await app.world.outlet(), await app.world.outlet()];
    const chair = await chairAt(here);
    const guest = await app.world.consumer({ boundTo: elsewhere });
    const page = await openAs(guest, chairPage(chair.deviceId));
    await expect(page.getByRole('heading', { name: '网点错误' })).toBeVisible();
    await expect(page.locator('main')).toContainText(/账号 \d{3}\*{4}\d{4} 不能扫描此网点的设备/);
    await expect(page.getByRole('button', { name: /支付/ })).toHaveCount(0);
  });

  test('says that the session has ended and offers to log in, before it goes on as a new guest', async ({
    chairAt,
    app,
    openAs,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    const page = await openAs({ token: 'ended' }, chairPage(chair.deviceId));
    const guests: string[] = [];
    page.on('request', (request) => request.url().endsWith('/login/guest') && guests.push(request.url()));
    await page.getByRole('button', { name: '支付 ¥15.00' }).tap();
    const form = page.getByRole('dialog', { name: '手机号' });
    await expect(form).toContainText('登录已失效');
    expect(guests).toEqual([]);
    await form.getByRole('button', { name: '关闭' }).tap();
    await expect(page.getByRole('alert')).toContainText('登录已失效');
    await page.getByRole('button', { name: '支付 ¥15.00' }).tap();
    await expect(page.getByRole('button', { name: '确认支付' })).toBeVisible();
    expect(guests).toHaveLength(1);
  });

  test('changes its language and keeps it', async ({ app, page }) => {
    const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
    await page.goto(chairPage(deviceId));
    await page.getByRole('radio', { name: /30/ }).check({ force: true });
    await chooseLanguage(page, 'Bahasa Indonesia');
    // What was chosen stays, and so does the focus.
    await expect(page.getByRole('button', { name: 'Bayar ¥20,00' })).toBeVisible();
    await expect(page.getByText('Kuat', { exact: false })).toBeVisible();
    await expect(page.locator('header summary')).toBeFocused();
    await page.goto(chairPage(deviceId));
    await expect(page.getByRole('button', { name: 'Bayar ¥15,00' })).toBeVisible();
  });

  test('lets the keyboard scroll through adverts, which say their language', async ({ app, page }) => {
    const outlet = await app.world.outlet();
    const { deviceId } = await app.world.device(outlet, { online: true });
    for (const title of ['Morning tea', 'Evening tea'])
      await app.pool.query(
        `INSERT INTO adverts (outlet_id, title, image_url, position, starts_at, language)
         VALUES ($1, $2, '/icons/icon-192.png', 0, now(), 'en_US')`,
        [outlet.id, title],
      );
    await page.goto(`${pages.index}?deviceId=${deviceId}`);
    const strip = page.getByRole('region', { name: '网点推荐' });
    await expect(page.getByText('Morning tea')).toHaveAttribute('lang', 'en-US');
    await strip.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  test('does not change its language by arrow keys', async ({ app, page }) => {
    const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
    await page.goto(chairPage(deviceId));
    await page.locator('header summary').focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('button', { name: '支付 ¥15.00' })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'English' })).toBeHidden();
    await expect(page.locator('header summary')).toBeFocused();
  });

  test('shows the outlet’s adverts with caption and link, without layout shift', async ({ app, page }) => {
    const outlet = await app.world.outlet();
    const { deviceId } = await app.world.device(outlet, { online: true });
    const insert = `INSERT INTO adverts (outlet_id, title, image_url, link_url, position, starts_at)
      VALUES ($1, $2, '/icons/icon-512.png', $3, $4, now() - interval '1 day')`;
    await app.pool.query(insert, [outlet.id, '下午茶八折', 'https://example.com/tea', 1]);
    await app.pool.query(insert, [outlet.id, '会员日', null, 2]);
    await page.addInitScript(`
      window.moved = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => { moved += entry.value; }))
        .observe({ type: 'layout-shift', buffered: true });
    `);
    await page.goto(chairPage(deviceId));
    const tea = page.getByRole('link', { name: '下午茶八折' });
    await tea.scrollIntoViewIfNeeded();
    const width = () => tea.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    expect(await page.evaluate('moved')).toBe(0);
    await expect(tea).toHaveAttribute('rel', /noopener/);
    await expect(tea).toHaveAttribute('target', '_blank');
    await expect(page.getByText('会员日')).toBeVisible();
    await expect(page.getByRole('link', { name: '会员日' })).toHaveCount(0);
  });
});

test('counts the versions of the browsers that scan, and nobody’s name', async ({ app, request }) => {
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.40';
  await request.get(`${app.url}${pages.index}`, { headers: { 'User-Agent': iphone } });
  const metrics = await (await request.get(`${app.url}/metrics`)).text();
  expect(metrics).toContain('recline_chair_page_browsers_total{family="ios",version="15.8"} 1');
});
