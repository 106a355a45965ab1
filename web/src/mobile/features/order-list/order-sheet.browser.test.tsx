import { errors } from '@recline/contract/errors';
import type { ListedOrder } from '@recline/contract/orders';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { common } from '../../../../locales/zh_CN/common.ts';
import { orders as zh } from '../../../../locales/zh_CN/orders.ts';
import { answerCalls, inRouter, mount, until } from '../../testing/mount.tsx';
import { OrderSheet } from './order-sheet.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.setItem('Access-Token', 'of-a-manager');
});

const order = (changed: Partial<ListedOrder> = {}) =>
  ({
    orderId: '7',
    orderNo: '2611150000042',
    type: 'online',
    status: 'finished',
    payType: 'wechat',
    amount: 800,
    refundedAmount: 0,
    currency: 'CNY',
    deviceId: 'A10001',
    deviceName: 'Chair',
    outletId: '1',
    outletName: 'Outlet',
    gear: 'deep',
    minutes: 10,
    createdAt: '2026-11-15T12:00:00.000Z',
    serverTime: '2026-11-15T12:10:00.000Z',
    feedbackId: null,
    guestMobile: null,
    refunds: [],
    ...changed,
  }) as ListedOrder;

interface Opened {
  known?: ListedOrder;
  fetched?: () => { code: number; message?: string; data?: unknown };
  refund?: () => { code: number; message?: string; data?: unknown };
}

/** The sheet of order 7, as the list opens it. Returns the refunds that were sent. */
async function openSheet({ known, fetched = () => ({ code: 200, data: order() }), refund }: Opened) {
  const sent: Record<string, string>[] = [];
  answerCalls((path, form) => {
    if (path.endsWith('/data-centre/get-order')) return fetched();
    if (path.endsWith('/order/refund')) {
      sent.push(Object.fromEntries(form));
      return refund?.() ?? { code: 200, data: order({ status: 'refunded', refundedAmount: 800 }) };
    }
    if (path.endsWith('/order')) return { code: 200, data: { rows: [] } };
    return { code: 200, data: path.endsWith('/login/info') ? { id: '1', role: 'manager', outlets: [] } : {} };
  });
  const onClose = vi.fn();
  const { history, wrap } = await inRouter();
  await mount(() => <OrderSheet orderId="7" known={known} onClose={onClose} />, { wrap });
  const amount = page.getByRole('textbox', { name: zh.refundAmount });
  const openRefund = page.getByRole('button', { name: zh.refund, exact: true });
  const refunded = () => page.getByText(zh.refundedAmount).query();
  return { sent, onClose, history, amount, openRefund, refunded };
}

const dialogs = () => document.querySelectorAll('dialog[open]').length;
const facts = () =>
  [...document.querySelectorAll('dialog[open] dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ]);

describe('the sheet of an order', () => {
  const earlier = '2026-11-15T12:00:00.000Z';
  const refundedInPart = { refundedAmount: 300 };

  test.each([
    ['the answer, if the row of the list is older', order({ serverTime: earlier }), order(refundedInPart)],
    ['the row of the list, if the answer is older', order(refundedInPart), order({ serverTime: earlier })],
  ])('shows %s', async (_what, known, data) => {
    let answered = false;
    const { refunded } = await openSheet({
      known,
      fetched: () => {
        answered = true;
        return { code: 200, data: { ...data, guestMobile: '138****0000' } };
      },
    });
    await until(() => answered && page.getByText('138****0000').query() !== null);
    expect(refunded()).not.toBeNull();
  });

  test('that is not in the list is fetched, again after a failure', async () => {
    let isDown = true;
    const { openRefund } = await openSheet({
      fetched: () => (isDown ? { code: errors.internal.code, message: 'Later' } : { code: 200, data: order() }),
    });
    await until(() => page.getByText('Later').query() !== null);
    isDown = false;
    await page.getByRole('button', { name: common.retry }).click();
    await until(() => openRefund.query() !== null);
    expect(page.getByText(zh.detailsOf('0042')).query()).not.toBeNull();
  });

  test('has its refund in a sheet above, and Escape closes one after the other', async () => {
    const { onClose, history, amount, openRefund } = await openSheet({ known: order() });
    await openRefund.click();
    await until(() => amount.query() !== null);
    expect(dialogs()).toBe(2);
    await userEvent.keyboard('{Escape}');
    await until(() => dialogs() === 1);
    expect(history.location.pathname).toBe('/page');
    await until(() => document.activeElement === openRefund.element());
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await until(() => onClose.mock.calls.length > 0);
  });

  test('keeps the refund that failed as it was typed, and Back closes it', async () => {
    const { sent, onClose, history, amount, openRefund } = await openSheet({
      known: order(),
      refund: () => ({ code: errors.internal.code, message: 'Later' }),
    });
    await openRefund.click();
    await amount.fill('3.00');
    await page.getByText(zh.reasons.broken, { exact: true }).click();
    await page.getByRole('button', { name: zh.refund, exact: true }).last().click();
    await until(() => page.getByText('Later').query() !== null);
    expect((amount.element() as HTMLInputElement).value).toBe('3.00');
    expect(sent).toMatchObject([{ orderId: '7', amount: '300', reason: zh.reasons.broken }]);
    history.back();
    await until(() => dialogs() === 1);
    expect(onClose).not.toHaveBeenCalled();
  });

  test('says all that a complaint may be about', async () => {
    const coupon = { couponNo: 'CC1', couponProperty: 'discount', cashCouponNo: 'X1' } as const;
    const times = { startedAt: '2026-11-15T12:03:00.000Z', endedAt: '2026-11-15T12:13:00.000Z' };
    await openSheet({ known: order({ ...coupon, ...times, ...refundedInPart, guestMobile: '138****0000' }) });
    await until(() => facts().length > 0);
    expect(facts()).toEqual([
      [zh.orderNo, '2611150000042'],
      [zh.guestMobile, '138****0000'],
      [zh.type, 'online'],
      [zh.payType, 'wechat'],
      [zh.refundedAmount, '¥3.00'],
      [zh.outlet, expect.stringContaining('Outlet')],
      [zh.device, 'A10001 · Chair'],
      [zh.gear, 'deep'],
      [zh.duration, zh.minutes(10)],
      [zh.orderTime, expect.stringContaining(':03')],
      [zh.endedAt, expect.stringContaining(':13')],
      [zh.couponNo, 'CC1'],
      [zh.couponProperty, 'discount'],
      [zh.cashCouponNo, 'X1'],
    ]);
  });

  test('leaves out what the order does not have', async () => {
    await openSheet({ known: order() });
    await until(() => facts().length > 0);
    const names = facts().map(([name]) => name);
    for (const missing of [
      zh.guestMobile,
      zh.refundedAmount,
      zh.endedAt,
      zh.couponNo,
      zh.couponProperty,
      zh.cashCouponNo,
    ])
      expect(names).not.toContain(missing);
    expect(names.length).toBe(8);
  });

  test.each([
    ['starting', true],
    ['running', true],
    ['finished', false],
  ] as const)('of an order that is %s leads to its countdown: %s', async (status, expected) => {
    await openSheet({ known: order({ status }) });
    await until(() => facts().length > 0);
    const link = page.getByRole('link', { name: zh.countdown }).query();
    expect(link?.getAttribute('href') ?? null).toBe(expected ? '/pages/deviceOrder/order?orderId=%227%22' : null);
  });

  test.each([
    [{ status: 'finished' }, true],
    [{ status: 'failed' }, false],
    [{ status: 'finished', refundedAmount: 800 }, false],
  ] as const)('of an order with %o offers a refund: %s', async (changed, expected) => {
    const { openRefund } = await openSheet({ known: order(changed) });
    await until(() => facts().length > 0);
    expect(openRefund.query() !== null).toBe(expected);
  });
});
