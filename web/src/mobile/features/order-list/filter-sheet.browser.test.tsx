import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { orders as zh } from '../../../../locales/zh_CN/orders.ts';
import { period } from '../../../../locales/zh_CN/period.ts';
import { answerCalls, inRouter, mount, until } from '../../testing/mount.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import type { OrderFilters } from './order-filters.ts';

beforeEach(() => localStorage.setItem('Access-Token', 'of-a-manager'));

const orderType = [
  { value: 'online', label: 'Online' },
  { value: 'coin', label: 'Coin' },
];

/** The list's button, and its sheet. */
async function openSheet(filters: OrderFilters) {
  answerCalls((path) => ({ code: 200, data: path.includes('/dict/') ? { orderType } : { id: '1', outlets: [] } }));
  const onFilter = vi.fn();
  const Shown = () => {
    const [open, show] = useState(false);
    return (
      <>
        <button type="button" onClick={() => show(true)}>
          open
        </button>
        <FilterSheet open={open} filters={filters} onClose={() => show(false)} onFilter={onFilter} />
      </>
    );
  };
  const { wrap } = await inRouter();
  await mount(Shown, { wrap });
  const opener = page.getByRole('button', { name: 'open' });
  await opener.click();
  const choose = (label: string) => (page.getByText(label, { exact: true }).element() as HTMLElement).click();
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const device = page.getByRole('textbox', { name: zh.device });
  const apply = () => choose(zh.filterNow);
  await until(() => device.query() !== null);
  return { onFilter, opener, choose, field, device, apply };
}

const typed = (locator: { element(): Element }) => (locator.element() as HTMLInputElement).value;

describe('the filter sheet', () => {
  test('filters when it is submitted, by what was chosen and what was set elsewhere', async () => {
    const { onFilter, choose, device, apply } = await openSheet({ period: 'today', keyword: '0042', gear: 'deep' });
    choose('Coin');
    choose(period.names.week);
    await device.fill(' A10001 ');
    expect(onFilter).not.toHaveBeenCalled();
    apply();
    expect(onFilter.mock.calls).toEqual([
      [{ period: 'week', keyword: '0042', gear: 'deep', type: 'coin', deviceId: 'A10001' }],
    ]);
  });

  test('a choice can be taken back', async () => {
    const { onFilter, device, apply } = await openSheet({ period: 'today', type: 'coin', deviceId: 'A1' });
    await page.getByRole('group', { name: zh.type }).getByText(zh.any, { exact: true }).click();
    await device.fill('');
    apply();
    expect(onFilter).toHaveBeenCalledWith({ period: 'today' });
  });

  test('a period of its own needs two ends in their order, and the wrong one has the focus', async () => {
    const { onFilter, choose, field, apply } = await openSheet({ period: 'today' });
    choose(period.names.custom);
    apply();
    await until(() => document.activeElement === field(period.start).element());
    expect(page.getByText(period.problems.missing).query()).not.toBeNull();
    await field(period.start).fill('2026-11-02T10:00');
    await field(period.end).fill('2026-11-01T10:00');
    expect(page.getByText(period.problems.missing).query()).toBeNull();
    apply();
    await until(() => document.activeElement === field(period.end).element());
    expect(page.getByText(period.problems.reversed).query()).not.toBeNull();
    expect(onFilter).not.toHaveBeenCalled();
    await field(period.end).fill('2026-11-03T10:00');
    apply();
    const [start, end] = ['2026-11-02T10:00', '2026-11-03T10:00'].map((at) => new Date(at).toISOString());
    expect(onFilter).toHaveBeenCalledWith({ period: 'custom', start, end });
  });

  test('a named period forgets the ends of the previous one', async () => {
    const ends = { start: '2026-11-02T10:00:00.000Z', end: '2026-11-03T10:00:00.000Z' };
    const { onFilter, choose, apply } = await openSheet({ period: 'custom', ...ends });
    choose(period.names.month);
    apply();
    expect(onFilter).toHaveBeenCalledWith({ period: 'month' });
  });

  test('is reset at once, and the list when it is submitted', async () => {
    const ends = { start: '2026-11-02T10:00:00.000Z', end: '2026-11-03T10:00:00.000Z' };
    const { onFilter, choose, device, field, apply } = await openSheet({ period: 'custom', ...ends, deviceId: 'A1' });
    choose(zh.reset);
    await until(() => typed(device) === '');
    choose(period.names.custom);
    await until(() => field(period.start).query() !== null);
    expect([typed(field(period.start)), typed(field(period.end))]).toEqual(['', '']);
    choose(period.names.today);
    expect(onFilter).not.toHaveBeenCalled();
    apply();
    expect(onFilter).toHaveBeenCalledWith({ period: 'today' });
  });

  test('is closed by Escape: the focus returns to its button, and what was typed is forgotten', async () => {
    const { onFilter, opener, device } = await openSheet({ period: 'today', deviceId: 'A1' });
    await device.fill('B2');
    await userEvent.keyboard('{Escape}');
    await until(() => device.query() === null);
    await until(() => document.activeElement === opener.element());
    expect(onFilter).not.toHaveBeenCalled();
    await opener.click();
    await until(() => device.query() !== null);
    expect(typed(device)).toBe('A1');
  });
});
