import type { OrderStatus } from '@recline/contract/dictionary';
import { describe, expect, it } from 'vitest';
import { seesDevice, seesOrder, type Visibility } from './events.rules.ts';

const chair = { id: 'C1', outlet_id: 5 };
const order = (status: OrderStatus) => ({ id: 7, device_id: chair.id, outlet_id: 5, placed_by: 1, status });

/** A manager of the outlet who watches one order of a guest. */
const manager = (): Visibility => ({
  accountId: 2,
  permissions: ['home', 'details'],
  outletIds: [5],
  orderId: 7,
  ownDevices: new Map(),
});

const withdrawals: [string, Partial<Visibility>][] = [
  ['the permission for orders is withdrawn', { permissions: ['home'] }],
  ['the outlet is withdrawn', { outletIds: [] }],
];

describe('a stream of one order', () => {
  it('shows its chair while the order is open', () => {
    const stream = manager();
    expect([seesOrder(stream, order('running')), seesDevice(stream, chair)]).toEqual([true, true]);
    expect([seesOrder(stream, order('finished')), seesDevice(stream, chair)]).toEqual([true, false]);
  });

  it.each(withdrawals)('shows neither the order nor its chair once %s', (_case, rights) => {
    const stream = manager();
    seesOrder(stream, order('running'));
    Object.assign(stream, rights);
    expect(seesDevice(stream, chair)).toBe(false);
    expect([seesOrder(stream, order('running')), seesDevice(stream, chair)]).toEqual([false, false]);
  });

  it('does not show the chair again when the permission returns after the end of the order', () => {
    const stream = manager();
    seesOrder(stream, order('running'));
    seesOrder(Object.assign(stream, { permissions: ['home'] }), order('finished'));
    expect(seesDevice(Object.assign(stream, { permissions: ['home', 'details'] }), chair)).toBe(false);
  });
});
