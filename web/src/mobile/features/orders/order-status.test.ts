import { orderStatuses } from '@recline/contract/values';
import { expect, test } from 'vitest';
import { acceptsFeedback, isWithoutIncome } from './order-status.ts';

test('feedback is possible once the chair runs, and if it failed to start', () => {
  expect(orderStatuses.filter(acceptsFeedback)).toEqual(['running', 'finished', 'failed', 'refunded']);
});

test('an order that never started or was refunded earns nothing', () => {
  expect(orderStatuses.filter(isWithoutIncome)).toEqual(['failed', 'refunded', 'cancelled']);
});
