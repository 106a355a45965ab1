import { expect, it } from 'vitest';
import { asOperator, maySeeOrder, mayStopOrder, type OrderViewer } from './visibility.ts';

const order = { placed_by: 7, outlet_id: 3 };
const guest = (accountId: number): OrderViewer => ({ accountId, permissions: [], outletIds: [] });
const manager = (permissions: OrderViewer['permissions'], outletIds: number[]): OrderViewer => ({
  accountId: 1,
  permissions,
  outletIds,
});

it.each<[string, OrderViewer, object, boolean, boolean]>([
  ['whoever placed it', guest(7), {}, true, true],
  ['another guest', guest(8), {}, false, false],
  ['a guest, of an order that a coin made', guest(7), { placed_by: null }, false, false],
  ['a manager of its outlet with details', manager(['details'], [2, 3]), {}, true, true],
  ['a manager of its outlet without details', manager(['home', 'user'], [3]), {}, false, true],
  ['a manager of another outlet with details', manager(['details'], [4]), {}, false, false],
  ['a manager of no outlet', manager(['details'], []), {}, false, false],
  ['a manager without details who placed it', manager([], []), { placed_by: 1 }, true, true],
  ['an operator who asks for its outlet', asOperator([3]), {}, true, true],
  ['an operator who asks for another', asOperator([4]), {}, false, false],
])('%s sees it and stops it, or not', (_case, viewer, changed, sees, stops) => {
  expect(maySeeOrder(viewer, { ...order, ...changed })).toBe(sees);
  expect(mayStopOrder(viewer, { ...order, ...changed })).toBe(stops);
});
