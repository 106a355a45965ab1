import fc from 'fast-check';
import { expect, test } from 'vitest';
import { availability, type ChairRow, type Starter } from '../orders/index.ts';
import { cardState } from './chair-page.rules.ts';

const chair: ChairRow = {
  id: 'A1',
  outlet_id: 1,
  online: true,
  fault_code: null,
  closed: false,
  price_group_id: 1,
  holder_id: null,
  holder_by: null,
};
const guest: Starter = { accountId: 7, name: 'Guest', role: 'consumer', outletIds: [], boundOutletId: null };
const manager: Starter = { ...guest, accountId: 8, role: 'manager', outletIds: [1] };

test.each([
  ['free', chair, null],
  ['free', chair, guest],
  ['offline', { ...chair, online: false }, guest],
  ['offline', { ...chair, online: false, fault_code: 'E1' }, guest],
  ['fault', { ...chair, fault_code: 'E1' }, null],
  ['closed', { ...chair, closed: true }, guest],
  ['closed', { ...chair, closed: true, online: false, fault_code: 'E1' }, null],
  ['yours', { ...chair, closed: true, holder_id: 3, holder_by: 7 }, guest],
  ['inUse', { ...chair, holder_id: 3, holder_by: 9 }, null],
  ['inUse', { ...chair, holder_id: 3, holder_by: null }, null],
  ['inUse', { ...chair, holder_id: 3, holder_by: 9 }, guest],
  ['inUse', { ...chair, holder_id: 3, holder_by: 9 }, manager],
  ['yours', { ...chair, holder_id: 3, holder_by: 7 }, guest],
  ['yours', { ...chair, holder_id: 3, holder_by: 7, online: false }, guest],
] as const)('a chair is %s', (state, row, caller) => {
  expect(cardState(row, caller)).toBe(state);
});

const anyChair = fc.record({
  online: fc.boolean(),
  fault_code: fc.option(fc.constant('E1')),
  holder_id: fc.option(fc.constant(3)),
  holder_by: fc.option(fc.constantFrom(7, 9)),
});

test('a chair is free on the card exactly where it can be started', () => {
  fc.assert(
    fc.property(anyChair, fc.constantFrom(guest, manager), (facts, caller) => {
      const row = { ...chair, ...facts };
      const startable = JSON.stringify(availability(row, caller)) === JSON.stringify({ free: true });
      expect(cardState(row, caller) === 'free').toBe(startable);
    }),
  );
});
