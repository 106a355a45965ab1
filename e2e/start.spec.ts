import { pages } from '@recline/contract/pages';
import { expect, test } from './chairs.ts';

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
    await expect(page.getByText('现金券号')).toBeVisible();
    expect(chair.state).toBe('running');
  });

  test('finds scan and number first, then every idle chair by search', async ({ app, openAs }) => {
    const outlet = await app.world.outlet();
    for (let index = 0; index < 60; index += 1) await app.world.device(outlet, { online: true });
    const wanted = (await app.world.device(outlet, { online: true, name: '靠窗' })).deviceId;
    const page = await openAs(await app.world.manager([outlet]), quickStart());
    const chairs = page.getByRole('main').getByRole('listitem');
    await expect(chairs.first()).toBeVisible();
    const tops = [
      page.getByRole('button', { name: /扫码/ }),
      page.getByLabel('设备编号', { exact: true }),
      chairs.first(),
    ];
    const [scan = 0, number = 0, list = 0] = await Promise.all(tops.map(async (each) => (await each.boundingBox())?.y));
    expect([scan, number, list]).toEqual([scan, number, list].sort((a, b) => a - b));
    await page.getByRole('searchbox').fill(wanted);
    await expect(chairs).toHaveText([new RegExp(wanted)]);
    await expect(page.getByRole('status').filter({ hasText: '1 台设备' })).toHaveCount(1);
    await chairs.getByRole('button').click();
    await expect(page).toHaveURL(quickStart(wanted));
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

  test('rejects input that is no device number', async ({ app, openAs }) => {
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
    expect((await asked).postData()).toContain('B12%2F7');
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
    const page = await openAs(await app.world.manager([await app.world.outlet()]), quickStart('NO-SUCH-CHAIR'));
    await expect(page).toHaveURL(/\/pages\/err\/err\?errType=device/);
    await expect(page.getByText('无法识别设备')).toBeVisible();
    await page.getByRole('button', { name: '换一台设备' }).click();
    await expect(page).toHaveURL(quickStart());
  });

  test('reports a device that is offline', async ({ app, openAs }) => {
    const outlet = await app.world.outlet();
    const { deviceId } = await app.world.device(outlet, { online: false });
    const page = await openAs(await app.world.manager([outlet]), quickStart(deviceId));
    await expect(page).toHaveURL(/errType=device/);
    await expect(page.getByText(/请更换设备后重新扫码/)).toBeVisible();
  });

  test("names the account that may not start another outlet's chairs", async ({ app, chairAt, openAs }) => {
    const [here, elsewhere] = [await app.world.outlet(), await app.world.outlet()];
    const chair = await chairAt(here);
    const page = await openAs(await app.world.manager([elsewhere]), quickStart(chair.deviceId));
    await expect(page).toHaveURL(/errType=branch/);
    await expect(page.getByRole('heading', { level: 1, name: '网点错误' })).toBeVisible();
    await expect(page.getByText(/账号 .+ 不能扫描此网点的设备/)).toBeVisible();
  });

  test('reports a chair without prices', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    await app.pool.query('UPDATE outlets SET price_group_id = NULL WHERE id = $1', [outlet.id]);
    const page = await openAs(await app.world.manager([outlet]), quickStart(chair.deviceId));
    await expect(page).toHaveURL(/errType=priceList/);
  });

  test('is shown without a network too, and the chair is forgotten', async ({ app, openAs }) => {
    const page = await openAs(await app.world.manager([await app.world.outlet()]), quickStart());
    await page.getByLabel('设备编号').fill('A1');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '下一步' }).click();
    await expect(page).toHaveURL(/errType=device&errMsg=/);
    expect(await page.evaluate('localStorage.getItem("DEVICEID")')).toBeNull();
  });
});
