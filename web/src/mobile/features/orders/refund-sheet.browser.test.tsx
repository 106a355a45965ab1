import { errors } from '@recline/contract/errors';
import type { Order } from '@recline/contract/orders';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { orders as zh } from '../../../../locales/zh_CN/orders.ts';
import { ordersKey } from '../../data/orders.keys.ts';
import { answerCalls, mount, until } from '../../testing/mount.tsx';
import { RefundSheet, refundable } from './refund-sheet.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.setItem('Access-Token', 'of-a-manager');
});

const order = {
  orderId: '7',
  orderNo: '2611150000007',
  type: 'online',
  status: 'finished',
  amount: 800,
  refundedAmount: 0,
  currency: 'CNY',
} as Order;

type Sent = Record<string, string>;

/** The open sheet of an order, and its requests; the first `lost` answers are lost. */
async function openSheet(about: Order = order, lost = 0) {
  const sent: Sent[] = [];
  answerCalls((_path, form) => {
    sent.push(Object.fromEntries(form));
    if (sent.length <= lost) throw new TypeError('Failed to fetch');
    return { code: 200, data: about };
  });
  const onClose = vi.fn(async () => {});
  const sheet: { show?: (open: boolean) => void } = {};
  const Shown = () => {
    const [open, show] = useState(true);
    sheet.show = show;
    return <RefundSheet order={about} open={open} onClose={onClose} />;
  };
  const { client } = await mount(Shown);
  const amount = page.getByRole('textbox', { name: zh.refundAmount });
  const choose = (reason: string) => page.getByText(reason, { exact: true }).click();
  const give = () => page.getByRole('button', { name: zh.refund, exact: true }).click();
  return { sent, onClose, client, amount, choose, give, show: (open: boolean) => sheet.show?.(open) };
}

const { noStart, broken } = zh.reasons;

describe('a refund', () => {
  test('is of all that is left, with the reason, and everything that shows the order is fetched again', async () => {
    const { sent, onClose, client, choose, give } = await openSheet({ ...order, refundedAmount: 300 });
    client.setQueryData([ordersKey, 'list'], 1);
    await choose(noStart);
    await give();
    await until(() => onClose.mock.calls.length > 0);
    expect(sent).toEqual([{ orderId: '7', amount: '500', reason: noStart, requestId: expect.any(String) }]);
    await until(() => client.getQueryState([ordersKey, 'list'])?.isInvalidated === true);
  });

  test.each(['0', '8.01', '-1', '8.001', 'all', ''])('of %j is not sent', async (typed) => {
    const { sent, amount, choose, give } = await openSheet();
    await choose(noStart);
    await amount.fill(typed);
    await give();
    await until(() => amount.element().getAttribute('aria-invalid') === 'true');
    expect(sent).toEqual([]);
  });

  test('needs a reason', async () => {
    const { sent, give } = await openSheet();
    await give();
    await until(() => page.getByText(zh.chooseReason).query() !== null);
    expect(sent).toEqual([]);
  });

  test('whose answer was lost is one refund, in the sheet and after reopening it', async () => {
    const { sent, onClose, amount, choose, give, show } = await openSheet(order, 2);
    for (let tries = 1; tries <= 3; tries += 1) {
      if (tries === 3) {
        show(false);
        await until(() => amount.query() === null);
        show(true);
      }
      await amount.fill('4.00');
      await choose(broken);
      await give();
      await until(() => sent.length === tries);
    }
    await until(() => onClose.mock.calls.length > 0);
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(1);
  });

  test('that is refused keeps what was typed, and says why', async () => {
    const { sent, onClose, amount, choose, give } = await openSheet();
    answerCalls(() => ({ code: errors.conflict.code, message: 'It was refunded meanwhile' }));
    await amount.fill('4.00');
    await choose(broken);
    await give();
    await until(() => page.getByText('It was refunded meanwhile').query() !== null);
    expect((amount.element() as HTMLInputElement).value).toBe('4.00');
    expect(page.getByRole('radio', { name: broken }).element()).toHaveProperty('checked', true);
    expect([sent, onClose.mock.calls]).toEqual([[], []]);
  });

  test('of another amount is a new one, and so is the next one of the same amount', async () => {
    const { sent, onClose, amount, choose, give } = await openSheet(order, 1);
    await choose(broken);
    for (const [index, typed] of ['4.00', '3.00', '3,00'].entries()) {
      await amount.fill(typed);
      await give();
      await until(() => sent.length === index + 1 && onClose.mock.calls.length === index);
    }
    expect(sent.map(({ amount: each }) => each)).toEqual(['400', '300', '300']);
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(3);
  });
});

test.each([
  [{ status: 'finished' }, true],
  [{ status: 'running' }, true],
  [{ status: 'finished', refundedAmount: 799 }, true],
  [{ status: 'finished', refundedAmount: 800 }, false],
  [{ status: 'finished', amount: 0 }, false],
  [{ status: 'pending' }, false],
  [{ status: 'failed' }, false],
  [{ status: 'cancelled' }, false],
] as const)('%o can be refunded: %s', (changed, expected) => {
  expect(refundable({ ...order, ...changed })).toBe(expected);
});
