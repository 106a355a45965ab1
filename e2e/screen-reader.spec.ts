import type { Page, TestInfo } from '@playwright/test';
import { type Language, languages } from '@recline/contract/languages';
import { pages, pageUrl } from '@recline/contract/pages';
import { phrases } from '../server/src/locales/index.ts';
import { loadChairPageTexts, loadTexts } from '../web/locales/index.ts';
import { expect, test } from './chairs.ts';

// A whole task as a screen reader meets it: each step's tree is attached to the test, in its order of reading.

const money = (language: Language) => (language === 'id_ID' ? '¥15,00' : '¥15.00');

/** Reads the page, or the sheet over it, and returns its texts line by line. No control may be without a name. */
async function read(page: Page, info: TestInfo, step: string): Promise<string[]> {
  const sheet = page.locator('dialog[open]').last();
  const root = (await sheet.count()) > 0 ? sheet : page.locator('body');
  const tree = await root.ariaSnapshot();
  await info.attach(`${step}.txt`, { body: tree });
  const lines = tree.split('\n').map((line) => line.trim().replace(/^- /, ''));
  const nameless = lines.filter((line) =>
    /^(?:button|link|radio|textbox|searchbox|combobox|tab|dialog)\b(?! ")/.test(line),
  );
  expect.soft(nameless, `${step}: controls without a name`).toEqual([]);
  expect
    .soft(lines.filter((line) => /^heading .*\[level=1\]/.test(line)).length, `${step}: one title`)
    .toBe((await sheet.count()) > 0 ? 0 : 1);
  return lines;
}

/** Whether the texts occur in this order, with anything in between. */
function expectInOrder(lines: readonly string[], wanted: readonly (string | RegExp)[]): void {
  let place = 0;
  for (const each of wanted) {
    const found = lines.findIndex(
      (line, index) => index >= place && (typeof each === 'string' ? line.includes(each) : each.test(line)),
    );
    expect(found, `${each} after ${lines[place - 1] ?? 'the beginning'} in\n${lines.join('\n')}`).not.toBe(-1);
    place = found + 1;
  }
}

/** The button that confirms the payment on the sandbox's page. */
const confirmations: Record<Language, string> = { zh_CN: '确认支付', en_US: 'Pay', id_ID: 'Bayar' };

for (const language of languages) {
  test(`a guest scans, pays, watches the time and ends early, read in ${language}`, async ({
    app,
    chairAt,
    page,
    context,
  }, info) => {
    const t = await loadChairPageTexts(language);
    const { countdown } = await loadTexts(language);
    await context.addCookies([{ name: 'locale', value: language, url: app.url }]);
    await page.addInitScript((value) => localStorage.setItem('locale', value), language);
    const chair = await chairAt(await app.world.outlet());
    await page.goto(pageUrl(pages.index, { deviceId: chair.deviceId }));
    const pay = page.getByRole('button', { name: t.chairPage.pay(money(language)), exact: true });
    await expect(pay).toBeVisible();
    expectInOrder(await read(page, info, '1 the chair'), [
      `heading "${t.chairPage.title}" [level=1]`,
      new RegExp(`heading .*${chair.deviceId}.* \\[level=2\\]`),
      `group "${t.packages.choose}"`,
      /radio .*10/,
      /radio .*20.*\[checked\]/,
      /radio .*30/,
      `button "${t.chairPage.pay(money(language))}"`,
      `link "${t.chairPage.report}"`,
    ]);
    await pay.click();
    await page.getByRole('button', { name: confirmations[language], exact: true }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    expectInOrder(await read(page, info, '2 the countdown'), [
      `heading "${countdown.title}" [level=1]`,
      /^status/,
      /^timer/,
      `button "${countdown.ends.stop.open}"`,
      `link "${countdown.feedback}"`,
      `link "${countdown.receipt}"`,
      `link "${countdown.myOrders}"`,
      `region "${countdown.orderInfo}"`,
    ]);
    await page.getByRole('button', { name: countdown.ends.stop.open }).click();
    expectInOrder(await read(page, info, '3 the question'), [
      `dialog "${countdown.ends.stop.title}"`,
      `heading "${countdown.ends.stop.title}"`,
      `button "${countdown.ends.stop.confirm}"`,
      `button "${countdown.ends.stop.keep}"`,
    ]);
    await page.getByRole('dialog').getByRole('button', { name: countdown.ends.stop.confirm }).click();
    await expect(page.getByRole('heading', { level: 1, name: countdown.stages.stopped.title })).toBeVisible();
    expectInOrder(await read(page, info, '4 the end'), [
      `heading "${countdown.stages.stopped.title}" [level=1]`,
      /^status/,
      `link "${countdown.startAgain}"`,
      `link "${countdown.feedback}"`,
    ]);
  });

  test(`a manager logs in, finds an order and refunds it, read in ${language}`, async ({
    app,
    page,
    context,
  }, info) => {
    const t = await loadTexts(language);
    const { dictionary } = phrases[language];
    await context.addCookies([{ name: 'locale', value: language, url: app.url }]);
    await page.addInitScript((value) => localStorage.setItem('locale', value), language);
    const outlet = await app.world.outlet();
    const { deviceId } = await app.world.device(outlet, { online: true });
    const manager = await app.world.manager([outlet]);
    await app.world.order(deviceId, { amount: 1500, type: 'cash_coupon' });
    await page.goto(pages.login);
    expectInOrder(await read(page, info, '1 the login'), [
      `tab "${t.login.wayNames.manager}" [selected]`,
      `tab "${t.login.wayNames.guest}"`,
      `textbox "${t.login.account}"`,
      `textbox "${t.login.password}"`,
      `button "${t.login.submit}"`,
    ]);
    await page.getByLabel(t.login.account, { exact: true }).fill(manager.account);
    await page.getByLabel(t.login.password, { exact: true }).fill(manager.password);
    await page.getByRole('button', { name: t.login.submit, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: t.home.title })).toBeVisible();
    await expect(page.getByText(money(language)).first()).toBeVisible();
    expectInOrder(await read(page, info, '2 the overview'), [
      `heading "${t.home.title}" [level=1]`,
      `button "${t.home.refresh}"`,
      `heading "${t.home.incomeToday('CNY')}" [level=2]`,
      `navigation "${t.home.shortcuts}"`,
      `link "${t.home.links.orders}`,
      `heading "${t.home.incomeProfile}" [level=2]`,
      `combobox "${t.home.compareWith}"`,
      `region "${t.home.otherSummary}"`,
      `navigation "${t.shell.tabs}"`,
    ]);
    await page.getByRole('link', { name: t.home.links.orders, exact: true }).click();
    const row = page.getByRole('link', { name: new RegExp(deviceId) });
    await expect(row).toBeVisible();
    expectInOrder(await read(page, info, '3 the orders'), [
      `button "${t.common.back}"`,
      `heading "${t.orders.title}" [level=1]`,
      `button "${t.orders.filter}"`,
      `searchbox "${t.orders.search}"`,
      `list "${t.orders.activeFilters}"`,
      new RegExp(`link .*${deviceId}.*${dictionary.orderStatus.finished}`),
    ]);
    await row.click();
    await expect(page.getByRole('dialog').getByRole('button', { name: t.orders.refund, exact: true })).toBeVisible();
    expectInOrder(await read(page, info, '4 the order'), [
      `dialog "${t.orders.details}`,
      `button "${t.common.close}"`,
      `button "${t.orders.refund}"`,
      deviceId,
    ]);
    await page.getByRole('dialog').getByRole('button', { name: t.orders.refund, exact: true }).click();
    const refund = page.getByRole('dialog', { name: t.orders.refundTitle(money(language)) });
    await expect(refund).toBeVisible();
    expectInOrder(await read(page, info, '5 the refund'), [
      `dialog "${t.orders.refundTitle(money(language))}"`,
      `textbox "${t.orders.refundAmount}"`,
      `group "${t.orders.reason}"`,
      `radio "${t.orders.reasons.goodwill}"`,
      `button "${t.orders.refund}"`,
      `button "${t.orders.keep}"`,
    ]);
    await refund.getByText(t.orders.reasons.goodwill).click();
    await refund.getByRole('button', { name: t.orders.refund, exact: true }).click();
    await expect(refund).toBeHidden();
    expectInOrder(await read(page, info, '6 the refunded order'), [
      `dialog "${t.orders.details}`,
      dictionary.orderStatus.refunded,
    ]);
  });
}
