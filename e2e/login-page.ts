import type { Page } from '@playwright/test';

/** The login page in Chinese, by what a user sees. */
export function loginPage(page: Page) {
  const submit = page.getByRole('button', { name: '登录', exact: true });
  const account = page.getByLabel('账号', { exact: true });
  const password = page.getByLabel('密码', { exact: true });
  const mobile = page.getByLabel('手机号');
  const code = page.getByLabel('验证码');
  return {
    account,
    password,
    mobile,
    code,
    submit,
    sendCode: page.getByRole('button', { name: '获取验证码' }),
    asGuest: () => page.getByRole('tab', { name: '使用者' }).click(),
    /** Until then it records input and replays it later. */
    isHydrated: () => page.waitForFunction(() => (window as { early?: unknown }).early === undefined),
    async login(who: { account: string; password: string }) {
      await account.fill(who.account);
      await password.fill(who.password);
      await submit.click();
    },
  };
}

export const toastOf = (page: Page) => page.locator('[aria-live=polite]');
