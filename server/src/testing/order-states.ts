import type { OrderStatus } from '@recline/contract/dictionary';
import type { OrderState } from '../features/orders/lifecycle/lifecycle.rules.ts';

/** Orders of ten minutes that were placed, and started, at noon; for tests of rules. */

export const noon = new Date('2026-11-15T12:00:00Z');
export const fromNoon = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000);

export function orderIn(status: OrderStatus, changes: Partial<OrderState> = {}): OrderState {
  const started = status === 'running' || status === 'finished' || status === 'refunded';
  return {
    id: 1,
    type: 'online',
    status,
    device_id: 'A1',
    outlet_id: 1,
    placed_by: 7,
    pay_type: 'sandbox',
    gear: 'deep',
    minutes: 10,
    amount: 1500,
    refunded_amount: 0,
    currency: 'CNY',
    cash_coupon_no: null,
    created_at: noon,
    started_at: started ? noon : null,
    ends_at: started ? fromNoon(10) : null,
    ended_at: ['finished', 'refunded', 'failed', 'cancelled'].includes(status) ? fromNoon(10) : null,
    end_reason: null,
    stop: null,
    owed_amount: 0,
    ...changes,
  };
}
