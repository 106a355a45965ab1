import type { ChairCard, ChairPageState } from '@recline/contract/chair-page';
import { errors } from '@recline/contract/errors';
import type { Order } from '@recline/contract/orders';
import type { Price } from '@recline/contract/starting';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chairPage as zh } from '../../../../../locales/zh_CN/chair-page.ts';
import { storedToken } from '../../../data/token.ts';
import { answerCalls, mount, until } from '../../../testing/mount.tsx';
import { StartForm } from './start-form.tsx';
import { payFormId, useStartForm } from './use-start-form.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storedToken.set('of-a-guest');
  const { href } = location;
  onTestFinished(() => history.replaceState(null, '', href));
});

const price = (priceId: string, changed: Partial<Price>): Price => ({
  priceId,
  gear: 'gentle',
  minutes: 10,
  amount: 500,
  currency: 'CNY',
  recommended: false,
  ...changed,
});
const prices = [price('1', {}), price('2', { minutes: 20, amount: 900, recommended: true })];
const card = { deviceId: 'A10001', state: 'free', prices, payTypes: ['wechat', 'alipay'] } as ChairCard;
const labels = { gear: { gentle: 'Gentle' }, payType: { wechat: 'WeChat', alipay: 'Alipay' } };
const sent: ChairPageState = { language: 'zh_CN', labels, card, unknown: false, agreements: 'v3' };
const unpaid = { orderId: '7', deviceId: 'A10001', ...prices[0], payType: 'alipay', couponNo: null } as Order & Price;

type Answer = { code: number; message?: string; data?: unknown };
const pending = { orderId: '8', status: 'pending', pay: { kind: 'qr', text: 'weixin://pay', until: null } };
const placed: Answer = { code: 200, data: pending };

interface Opened {
  state?: Partial<ChairPageState>;
  order?: Order;
  answers?: Record<string, () => Answer | Promise<Answer>>;
}

/** The form of a free chair. Returns what was posted to pay. */
async function openForm({ state, order, answers = {} }: Opened = {}) {
  const paid: Record<string, string>[] = [];
  answerCalls((path, form) => {
    if (path === '/pay' || path.endsWith('/data-centre/pay')) paid.push({ path, ...Object.fromEntries(form) });
    const answer = Object.entries(answers).find(([end]) => path.endsWith(end));
    return answer?.[1]() ?? { code: 200, data: path.endsWith('pay') ? pending : { version: '1' } };
  });
  const refresh = vi.fn(async () => {});
  const Form = () => (
    <StartForm card={card} unpaid={order ?? null} state={{ ...sent, ...state }} refresh={refresh} manager={false} />
  );
  await mount(Form, { texts: 'chairPage' });
  const element = () => document.getElementById(payFormId) as HTMLFormElement;
  const chosen = () => Object.fromEntries(new FormData(element()));
  const choose = async (value: string) => {
    document.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.click();
    await until(() => Object.values(chosen()).includes(value));
  };
  const button = () => document.querySelector<HTMLButtonElement>('button[type=submit]');
  const alert = () => document.querySelector('[role=alert]')?.textContent;
  return { paid, refresh, chosen, choose, button, alert };
}

describe('Pay', () => {
  test('tapped twice places one order, of the recommended package by the first way', async () => {
    const { paid, button } = await openForm();
    await userEvent.dblClick(button() as HTMLElement);
    await until(() => page.getByRole('dialog').query() !== null);
    expect(paid).toEqual([
      { path: '/pay', deviceId: 'A10001', priceId: '2', payType: 'wechat', agreed: '1', patience: expect.any(String) },
    ]);
  });

  test('that is refused keeps the choice, says why, and can be tapped again', async () => {
    const outcomes: Answer[] = [{ code: errors.deviceInUse.code, message: 'The chair is in use' }];
    const { paid, refresh, choose, chosen, button, alert } = await openForm({
      answers: { '/pay': () => outcomes.shift() ?? placed },
    });
    await choose('1');
    await choose('alipay');
    button()?.click();
    await until(() => alert() === 'The chair is in use');
    expect(chosen()).toMatchObject({ priceId: '1', payType: 'alipay' });
    expect(refresh).toHaveBeenCalledTimes(1);
    button()?.click();
    await until(() => paid.length === 2);
    await until(() => !alert());
    expect(paid[1]).toMatchObject({ priceId: '1', payType: 'alipay' });
  });

  test('inside a wallet before the scripts ran is tapped for the guest, once', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie
    document.cookie = 'recline-tapped=1; Path=/';
    const { paid } = await openForm();
    await until(() => page.getByRole('dialog').query() !== null);
    expect(paid.length).toBe(1);
    expect(document.cookie).not.toContain('recline-tapped');
  });

  test.each([
    ['its package', '1', '/api/web/api/v1/data-centre/pay', '7'],
    ['another package', '2', '/pay', undefined],
  ])('with an unpaid order and %s chosen: %s by %s', async (_what, priceId, path, orderId) => {
    const { paid, choose, chosen, button } = await openForm({ order: unpaid });
    expect(chosen()).toMatchObject({ priceId: '1', payType: 'alipay' });
    await choose(priceId);
    button()?.click();
    await until(() => paid.length > 0);
    expect([paid[0]?.path, paid[0]?.orderId]).toEqual([path, orderId]);
  });
});

describe('the choice', () => {
  test.each([
    ['?gear=gentle&minutes=10', '1'],
    ['?gear=gentle&minutes=30', '2'],
    ['?gear=deep&minutes=10', '2'],
    ['', '2'],
  ])('of the previous order, in the address %j, is package %s', async (search, priceId) => {
    history.replaceState(null, '', search || location.pathname);
    const { chosen } = await openForm();
    expect(chosen().priceId).toBe(priceId);
  });

  test('made before the page was shown again is kept', async () => {
    const { chosen } = await openForm({ state: { choice: { priceId: '1', payType: 'alipay' } } });
    expect(chosen()).toMatchObject({ priceId: '1', payType: 'alipay' });
  });

  test('that is no longer offered is the usual one', async () => {
    const { chosen } = await openForm({ state: { choice: { priceId: '9', payType: 'stripe' } } });
    expect(chosen()).toMatchObject({ priceId: '2', payType: 'wechat' });
  });

  test('made before the scripts ran is in the controls, and its coupon is checked', async () => {
    const coupons: (string | null)[] = [];
    answerCalls((_path, form) => {
      coupons.push(form.get('coupon'));
      return { code: 200, data: { rows: [{ priceId: '1', amount: 100 }], isCash: false } };
    });
    const result: { form?: ReturnType<typeof useStartForm> } = {};
    const early = (element: HTMLInputElement | null) => {
      if (element?.type === 'radio') element.checked = true;
    };
    const Form = () => {
      const started = useStartForm(card, null, sent, async () => {});
      const { form } = started;
      result.form = started;
      return (
        <form ref={form}>
          <input type="radio" name="priceId" value="1" ref={early} />
          <input type="radio" name="payType" value="alipay" ref={early} />
          <input name="coupon" defaultValue=" CC1 " />
        </form>
      );
    };
    await mount(Form, { texts: 'chairPage' });
    await until(() => result.form?.coupon.used?.couponNo === 'CC1');
    expect(result.form?.choice).toMatchObject({ chosen: { priceId: '1' }, onlineType: 'alipay', left: 100 });
    expect(new Set(coupons)).toEqual(new Set(['CC1']));
  });
});

describe('a refusal that came with the page', () => {
  const search = '?deviceId=A10001&refused=1&why=x&wait=2&payment=failed';

  test('is said until the next Pay, and leaves the address', async () => {
    history.replaceState({ kept: true }, '', search);
    const { button, alert } = await openForm({
      state: { refusal: { message: 'The price has changed', isCoupon: false } },
      answers: { '/pay': () => new Promise<Answer>(() => {}) },
    });
    expect(alert()).toBe('The price has changed');
    expect(location.search).toBe('?deviceId=A10001');
    expect(history.state).toEqual({ kept: true });
    button()?.click();
    await until(() => !alert());
  });

  test('of a coupon is said at its field, with the number as it was typed', async () => {
    history.replaceState(null, '', search);
    await openForm({ state: { choice: { coupon: 'CC1' }, refusal: { message: 'Expired', isCoupon: true } } });
    const sheet = page.getByRole('dialog');
    await until(() => sheet.getByText('Expired').query() !== null);
    expect(sheet.getByRole('textbox').element()).toHaveProperty('value', 'CC1');
    await userEvent.keyboard('{Escape}');
    await until(() => sheet.query() === null);
  });
});

test('a coupon that is refused by Pay keeps the package, and is refused at its field', async () => {
  const { chosen, choose, button, alert } = await openForm({
    answers: {
      '/quote': () => ({ code: 200, data: { rows: [{ priceId: '1', amount: 0 }], isCash: false } }),
      '/pay': () => ({ code: errors.badCoupon.code, message: 'Used elsewhere' }),
    },
  });
  await choose('1');
  const row = page.getByRole('button', { name: zh.coupons, exact: false });
  await row.click();
  await page.getByRole('textbox').fill('CC1');
  await page.getByRole('button', { name: zh.useCoupon }).click();
  await until(() => page.getByRole('dialog').query() === null);
  expect(document.activeElement).toBe(row.element());
  await until(() => button()?.textContent?.startsWith(zh.payWithCoupon) === true);
  button()?.click();
  await until(() => page.getByRole('dialog').getByText('Used elsewhere').query() !== null);
  expect(chosen().priceId).toBe('1');
  expect(alert()).not.toBe('Used elsewhere');
});

const quote = (amounts: Record<string, number>) => () => ({
  code: 200,
  data: { rows: Object.entries(amounts).map(([priceId, amount]) => ({ priceId, amount })), isCash: false },
});

async function useCoupon() {
  await page.getByRole('button', { name: zh.coupons, exact: false }).click();
  await page.getByRole('textbox').fill('CC1');
  await page.getByRole('button', { name: zh.useCoupon }).click();
  await until(() => page.getByRole('dialog').query() === null);
}

test('with a coupon a new order is placed, whatever is unpaid', async () => {
  const { paid, button } = await openForm({ order: unpaid, answers: { '/quote': quote({ 1: 100, 2: 100 }) } });
  await useCoupon();
  button()?.click();
  await until(() => paid.length > 0);
  expect(paid).toMatchObject([{ path: '/pay', priceId: '1', coupon: 'CC1', payType: 'alipay' }]);
});

test('a coupon that is not for the package pays for none', async () => {
  const { paid, choose, button } = await openForm({ answers: { '/quote': quote({ 1: 100 }) } });
  await useCoupon();
  await until(() => button()?.textContent?.startsWith(zh.couponElsewhere) === true);
  expect(button()?.disabled).toBe(true);
  await choose('1');
  await until(() => button()?.disabled === false);
  expect(paid).toEqual([]);
});
