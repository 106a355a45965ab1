import { randomInt } from 'node:crypto';
import { pages } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-scripts.ts';
import { loginPage } from './login-page.ts';

const newMobile = () => `138${String(randomInt(1e8)).padStart(8, '0')}`;

test.describe('an outlet manager', () => {
  test('logs in and lands on the overview; the password is encrypted in transit', async ({ page, app }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`));
    await page.goto('/');
    await loginPage(page).login(manager);
    await expect(page).toHaveURL(pages.home);
    await expect(page.getByRole('heading', { name: '数据概况' })).toBeVisible();
    expect(sent.filter((request) => request.includes(manager.password))).toEqual([]);
    expect(sent.filter((request) => request.includes('/login/login '))).toHaveLength(1);
    // The dictionary is fetched after the login.
    await expect.poll(() => sent.filter((request) => request.includes('/dict/cache-value'))).toHaveLength(1);
  });

  test('gets the overview with the login answer, without another call', async ({ page, app }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace('/api/web/api/v1', '')));
    await page.goto('/');
    await loginPage(page).login(manager);
    await expect(page.getByRole('region', { name: '其他概况' })).toBeVisible();
    expect(asked).not.toContain('/login/info');
    expect(asked).not.toContain('/statistics/h5/home');
  });

  test('logs in to a server that answers with the token alone', async ({ page, app }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    await page.route('**/login/login', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: { accessToken: string; expiresAt: string } };
      const { accessToken, expiresAt } = data;
      await route.fulfill({ response, json: { ...rest, data: { accessToken, expiresAt } } });
    });
    await page.goto('/');
    await loginPage(page).login(manager);
    await expect(page).toHaveURL(pages.home);
    await expect(page.getByRole('region', { name: '其他概况' })).toBeVisible();
  });

  test('logs in without WebCrypto, as on plain http', async ({ page, app }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
    await page.goto(pages.loginAlias);
    await loginPage(page).login(manager);
    await expect(page).toHaveURL(pages.home);
  });

  test('lands on the first tab that the account has permission for', async ({ page, app }) => {
    const manager = await app.world.manager([await app.world.outlet()], ['user']);
    await page.goto('/');
    await loginPage(page).login(manager);
    await expect(page).toHaveURL(pages.user);
  });

  test('sees which field is missing, with the focus on it', async ({ page }) => {
    await page.goto('/');
    const login = loginPage(page);
    await login.submit.click();
    await expect(page.getByText('请输入账号')).toBeVisible();
    await expect(page.getByText('请输入密码')).toBeVisible();
    await expect(login.account).toBeFocused();
    await login.account.fill('anna');
    await login.account.press('Enter');
    await expect(page.getByText('请输入账号')).toBeHidden();
    await expect(login.password).toBeFocused();
  });

  test('sees a wrong password reported at its field, with the focus on it', async ({ page, app }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    await page.goto('/');
    const login = loginPage(page);
    await login.login({ ...manager, password: 'wrong' });
    await expect(page.getByText('用户名不存在或密码错误')).toBeVisible();
    await expect(login.password).toBeFocused();
    await expect(login.password).toHaveAttribute('aria-invalid', 'true');
  });

  test('is the only role that may log in by password', async ({ page, app }) => {
    const guest = await app.world.consumer({ account: `guest-${randomInt(1e9)}` });
    await page.goto('/');
    await loginPage(page).login(guest);
    await expect(page.getByText('该账号不能在此登录，请输入网点管理员账号')).toBeVisible();
    await expect(loginPage(page).account).toBeFocused();
  });

  test('sees how long to wait after too many attempts', async ({ page, app }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    await page.goto('/');
    const login = loginPage(page);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = page.waitForResponse((response) => response.url().includes('/login/login'));
      await login.login({ ...manager, password: `wrong ${attempt}` });
      await answer;
      await expect(login.submit).toBeVisible();
    }
    await login.login(manager);
    await expect(page.getByText('尝试次数过多，请 15 分钟后再试')).toBeVisible();
  });

  test('logs in once on a double tap', async ({ page, app }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    let logins = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/login/login') && request.method() === 'POST') logins += 1;
    });
    await page.goto('/');
    const login = loginPage(page);
    await login.account.fill(manager.account);
    await login.password.fill(manager.password);
    await login.submit.dblclick();
    await expect(page).toHaveURL(pages.home);
    expect(logins).toBe(1);
  });

  test('can show the password', async ({ page }) => {
    await page.goto('/');
    const { password } = loginPage(page);
    await password.fill('secret');
    await page.getByRole('button', { name: '显示密码' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: '隐藏密码' }).click();
    await expect(password).toHaveAttribute('type', 'password');
  });

  test("finds the manager's side if a manager logged in here last, whatever was scanned", async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('role', 'manager');
      localStorage.setItem('DEVICEID', 'A10086');
    });
    await page.goto('/');
    await expect(page.getByRole('tab', { name: '网点管理员' })).toHaveAttribute('aria-selected', 'true');
    await expect(loginPage(page).account).toBeVisible();
  });

  test('sees input and taps from before the scripts loaded take effect', async ({ page, app }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await loginPage(page).login(manager);
    await expect(page).toHaveURL('/');
    release();
    await expect(page).toHaveURL(pages.home);
  });

  test('sees repeated taps from before the scripts loaded counted as one', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    const { password } = loginPage(page);
    await password.fill('secret');
    await page.getByRole('button', { name: '显示密码' }).dblclick();
    release();
    await expect(password).toHaveAttribute('type', 'text');
  });
});

test.describe('an end user', () => {
  test('sees a number and a tap from before the scripts loaded take effect', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('role', 'consumer'));
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    const login = loginPage(page);
    await login.mobile.fill(newMobile());
    await login.sendCode.click();
    release();
    await expect(page.getByRole('button', { name: /秒后重发/ })).toBeDisabled();
  });

  test('logs in at the sixth digit of the SMS code and lands on quick start; the code can be resent after a minute', async ({
    page,
    app,
  }) => {
    const mobile = newMobile();
    await page.clock.install();
    await page.goto('/');
    const login = loginPage(page);
    await login.asGuest();
    await login.mobile.fill(mobile);
    await login.isHydrated();
    await page.clock.pauseAt(Date.now() + 3600_000);
    await login.sendCode.click();
    await expect(page.getByRole('button', { name: '60 秒后重发' })).toBeDisabled();
    await page.clock.fastForward(59_000);
    await expect(page.getByRole('button', { name: '1 秒后重发', exact: true })).toBeDisabled();
    await page.clock.fastForward(1000);
    await expect(login.sendCode).toBeEnabled();
    await page.clock.resume();
    await expect(login.code).toBeFocused();
    await login.code.fill(await app.smsCode(mobile));
    await expect(page).toHaveURL(pages.quickStart);
  });

  test('waits a minute for another code where the server names no time', async ({ page }) => {
    await page.clock.install();
    await page.route('**/login/sms-code', (route) => route.fulfill({ json: { code: 200, message: '', data: null } }));
    await page.goto('/');
    const login = loginPage(page);
    await login.asGuest();
    await login.mobile.fill(newMobile());
    await login.isHydrated();
    await page.clock.pauseAt(Date.now() + 3600_000);
    await login.sendCode.click();
    await expect(page.getByRole('button', { name: '60 秒后重发' })).toBeDisabled();
  });

  test('lands on the chair whose code was scanned before the login', async ({ page, app }) => {
    const mobile = newMobile();
    await page.addInitScript(() => localStorage.setItem('DEVICEID', 'A10086'));
    await page.goto('/');
    const login = loginPage(page);
    await login.asGuest();
    await login.mobile.fill(mobile);
    await login.sendCode.click();
    await expect(login.code).toBeFocused();
    await login.code.fill(await app.smsCode(mobile));
    await page.waitForURL(`**${pages.index}?deviceId=A10086`);
  });

  test('sees a wrong number and a wrong code reported at their fields', async ({ page }) => {
    await page.goto('/');
    const login = loginPage(page);
    await login.asGuest();
    await login.mobile.fill('12345');
    await login.sendCode.click();
    await expect(page.getByText('请输入正确的手机号')).toBeVisible();
    await expect(login.mobile).toBeFocused();
    await login.mobile.fill(newMobile());
    await login.code.fill('12');
    await login.submit.click();
    await expect(page.getByText('请输入 6 位数字验证码')).toBeVisible();
    await login.code.fill('000000');
    await expect(page.getByText('验证码错误或已过期')).toBeVisible();
    await expect(login.code).toBeFocused();
  });

  test('finds the login page on the guest side after logging out, with the chair named', async ({ app, openAs }) => {
    const page = await openAs(await app.world.consumer(), pages.user);
    await page.evaluate(() => localStorage.setItem('DEVICEID', 'A10086'));
    await page.addInitScript(() => localStorage.removeItem('Access-Token'));
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
    await expect(loginPage(page).mobile).toBeVisible();
    await expect(page.getByRole('link', { name: '继续使用设备 A10086' })).toBeVisible();
  });
});
