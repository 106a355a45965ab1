import { pages } from '@recline/contract/pages';
import { expect, test } from './chairs.ts';
import { loginPage } from './login-page.ts';

const quickStart = (deviceId?: string) => `${pages.quickStart}${deviceId === undefined ? '' : `?deviceId=${deviceId}`}`;

test.describe('a manager', () => {
  test('takes cash and starts the chair, and the order has a cash coupon', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet({ name: '万象城 L3' });
    const chair = await chairAt(outlet, { name: '2 号椅' });
    const manager = await app.world.manager([outlet]);
    const page = await openAs(manager, pages.home);
    await page.getByRole('link', { name: '快速启动' }).click();
    await page.getByLabel('设备编号').fill(chair.deviceId);
    await page.getByRole('button', { name: '下一步' }).click();
    await expect(page.getByText('万象城 L3 · 2 号椅')).toBeVisible();
    await expect(page.getByRole('radio', { name: /20\s*分钟/ })).toBeChecked();
    await page.locator('label', { hasText: '30' }).click();
    await page.getByRole('button', { name: '收款 ¥20.00 并启动' }).click();
    await expect(page).toHaveURL(new RegExp(`${pages.countdown}\\?orderId=\\d+$`));
    await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:5\d)$/);
    await page.getByText('更多订单信息').click();
    await expect(page.getByText('现金券号')).toBeVisible();
    expect(chair.state).toBe('running');
  });

  test('is redirected to the order of a chair that is in use', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    const manager = await app.world.manager([outlet]);
    const price = outlet.prices[0]?.priceId ?? '';
    const { data } = await app.client.starting.activate(
      { deviceId: chair.deviceId, priceId: price, payType: 'cash', requestId: crypto.randomUUID() },
      { token: manager.token },
    );
    const page = await openAs(manager, quickStart(chair.deviceId));
    await expect(page).toHaveURL(`${pages.countdown}?orderId=${data.orderId}`);
  });
});

test.describe('typing the device number', () => {
  test('requires input', async ({ app, openAs }) => {
    const page = await openAs(await app.world.consumer(), quickStart());
    await page.getByRole('button', { name: '下一步' }).click();
    await expect(page.getByLabel('设备编号')).toHaveAccessibleDescription('请输入设备编号');
    await expect(page.getByLabel('设备编号')).toBeFocused();
  });

  test('rejects what is no device number', async ({ app, openAs }) => {
    const page = await openAs(await app.world.consumer(), quickStart());
    await page.getByLabel('设备编号').fill('https://example.com/menu');
    await page.getByRole('button', { name: '下一步' }).click();
    await expect(page.getByLabel('设备编号')).toHaveAccessibleDescription(/无法识别设备/);
  });

  test('asks the server about a number of a form that it does not know', async ({ app, openAs }) => {
    const page = await openAs(await app.world.manager([await app.world.outlet()]), quickStart());
    const asked = page.waitForRequest('**/data-centre/device-status');
    await page.getByLabel('设备编号').fill('B 12/7');
    await page.getByRole('button', { name: '下一步' }).click();
    expect((await asked).postData()).toContain('B+12%2F7');
    await expect(page.getByText('无法识别设备').first()).toBeVisible();
  });

  test('accepts the address in a code', async ({ app, chairAt, openAs }) => {
    const chair = await chairAt(await app.world.outlet());
    const page = await openAs(await app.world.consumer(), quickStart());
    await page.getByLabel('设备编号').fill(`https://elsewhere.example${pages.index}?deviceId=${chair.deviceId}`);
    await page.getByRole('button', { name: '下一步' }).click();
    await expect(page.getByText('选择时长')).toBeVisible();
    await expect(page.getByRole('heading', { name: chair.deviceId })).toBeVisible();
  });
});

test.describe('the error page', () => {
  test('reports an unknown device', async ({ app, openAs }) => {
    const page = await openAs(await app.world.consumer(), quickStart('NO-SUCH-CHAIR'));
    await expect(page).toHaveURL(/\/pages\/err\/err\?errType=device/);
    await expect(page.getByText('无法识别设备')).toBeVisible();
    await page.getByRole('button', { name: '换一台设备' }).click();
    await expect(page).toHaveURL(quickStart());
  });

  test('reports a device that is offline', async ({ app, openAs }) => {
    const { deviceId } = await app.world.device(await app.world.outlet(), { online: false });
    const page = await openAs(await app.world.consumer(), quickStart(deviceId));
    await expect(page).toHaveURL(/errType=device/);
    await expect(page.getByText(/请更换设备后重新扫码/)).toBeVisible();
  });

  test('reports a device in use by somebody else', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    await app.world.order(chair.deviceId, { status: 'running', placedBy: await app.world.consumer() });
    const page = await openAs(await app.world.consumer(), quickStart(chair.deviceId));
    await expect(page).toHaveURL(/errType=device/);
    await expect(page.getByText(/使用中|正在使用/)).toBeVisible();
  });

  test('names the account that may not use chairs of this outlet', async ({ app, chairAt, openAs }) => {
    const [here, elsewhere] = [await app.world.outlet(), await app.world.outlet()];
    const chair = await chairAt(here);
    const guest = await app.world.consumer({ boundTo: elsewhere });
    const page = await openAs(guest, quickStart(chair.deviceId));
    await expect(page).toHaveURL(/errType=branch/);
    await expect(page.getByRole('heading', { level: 1, name: '网点错误' })).toBeVisible();
    await expect(page.getByText(`账号 Guest ${guest.mobile} 不能扫描此网点的设备`)).toBeVisible();
  });

  test('reports a chair without prices', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    await app.pool.query('UPDATE outlets SET price_group_id = NULL WHERE id = $1', [outlet.id]);
    const page = await openAs(await app.world.consumer(), quickStart(chair.deviceId));
    await expect(page).toHaveURL(/errType=priceList/);
  });

  test('is shown without a network too, and the chair is forgotten', async ({ app, openAs }) => {
    const page = await openAs(await app.world.consumer(), quickStart());
    await page.getByLabel('设备编号').fill('A1');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '下一步' }).click();
    await expect(page).toHaveURL(/errType=device&errMsg=/);
    expect(await page.evaluate('localStorage.getItem("DEVICEID")')).toBeNull();
  });
});

test.describe('the page of a scanned code', () => {
  test('keeps the chair through login and continues to its prices', async ({ app, chairAt, page }) => {
    const outlet = await app.world.outlet({ name: '万象城 L3' });
    const chair = await chairAt(outlet, { name: '2 号椅' });
    const { mobile } = await app.world.consumer();
    await page.goto(`${pages.index}?deviceId=${chair.deviceId}`);
    await expect(page.getByText('万象城 L3', { exact: true })).toBeVisible();
    await expect(page.getByText('2 号椅', { exact: true })).toBeVisible();
    expect(await page.evaluate('localStorage.getItem("DEVICEID")')).toBe(chair.deviceId);
    await page.getByRole('link', { name: '开始使用' }).click();
    await expect(page).toHaveURL('/');
    const login = loginPage(page);
    await expect(login.mobile).toBeVisible();
    await login.mobile.fill(mobile);
    await login.sendCode.click();
    await login.code.fill(await app.smsCode(mobile));
    await login.submit.click();
    await expect(page).toHaveURL(quickStart(chair.deviceId));
    await expect(page.getByText('选择时长')).toBeVisible();
  });

  test('reports an unknown chair at once', async ({ page }) => {
    await page.goto(`${pages.index}?deviceId=NO-SUCH-CHAIR`);
    await expect(page).toHaveURL(/errType=device/);
    await expect(page.getByText('无法识别设备')).toBeVisible();
  });

  test('rejects what is no device number', async ({ page }) => {
    await page.goto(`${pages.index}?deviceId=%3Cscript%3E`);
    await expect(page).toHaveURL(/errType=device/);
  });

  test('changes its language', async ({ app, page }) => {
    const { deviceId } = await app.world.device(await app.world.outlet());
    await page.goto(`${pages.index}?deviceId=${deviceId}`);
    await page.getByLabel('语言').selectOption('id_ID');
    await expect(page.getByRole('link', { name: 'Mulai' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Mulai' })).toBeVisible();
  });

  test('shows the outlet’s adverts without layout shift, each opening in a new tab', async ({ app, openAs }) => {
    const outlet = await app.world.outlet();
    const { deviceId } = await app.world.device(outlet);
    const insert = `INSERT INTO adverts (outlet_id, title, image_url, link_url, position, starts_at)
      VALUES ($1, $2, '/icons/icon-512.png', $3, $4, now() - interval '1 day')`;
    await app.pool.query(insert, [outlet.id, '下午茶八折', 'https://example.com/tea', 1]);
    await app.pool.query(insert, [outlet.id, '会员日', null, 2]);
    const page = await openAs(await app.world.consumer(), pages.quickStart);
    await page.route('**/data-centre/advert**', async (route) => {
      // Late, and with unsafe values.
      await new Promise((resolve) => setTimeout(resolve, 400));
      const response = await route.fetch();
      const text = (await response.text()).replace('"linkUrl":null', '"linkUrl":"javascript:alert(1)"');
      await route.fulfill({ response, body: text });
    });
    await page.addInitScript(() => {
      const sum = { moved: 0 };
      Object.assign(window, { sum });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum.moved += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${pages.index}?deviceId=${deviceId}`);
    const tea = page.getByRole('img', { name: '下午茶八折' });
    await expect(tea).toBeVisible();
    await expect.poll(() => tea.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await page.evaluate('sum.moved')).toBe(0);
    const link = page.getByRole('link', { name: '下午茶八折' });
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(page.getByRole('link', { name: '会员日' })).toHaveCount(0);
  });
});
