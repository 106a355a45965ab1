import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../platform/api-error.ts';
import { clearRequest, isOutcomeKnown, requestIdFor, startRequest } from './start-request.ts';

const intent = { deviceId: 'A1', priceId: '7', payType: 'sandbox' } as const;

beforeEach(clearRequest);

test('a retry of the same start reuses the request id', () => {
  const first = requestIdFor(intent, () => 'first');
  expect(requestIdFor({ ...intent }, () => 'second')).toBe(first);
});

test.each([
  ['chair', { deviceId: 'A2' }],
  ['package', { priceId: '8' }],
  ['way to pay', { payType: 'wechat' }],
  ['coupon', { couponNo: 'C1' }],
  ['cash coupon', { cashCouponNo: 'K1' }],
] as const)('another %s gets a new request id', (_name, change) => {
  requestIdFor(intent, () => 'first');
  expect(requestIdFor({ ...intent, ...change }, () => 'second')).toBe('second');
});

test('once its outcome is known, the same start gets a new request id', () => {
  requestIdFor(intent, () => 'first');
  clearRequest();
  expect(requestIdFor(intent, () => 'second')).toBe('second');
});

test.each([
  [new ApiError('answer', '', 20206), true],
  [new ApiError('answer', '', 400), true],
  [new ApiError('answer', '', 409), true],
  [new ApiError('answer', '', 500), false],
  [new ApiError('answer', '', 503), false],
  [new ApiError('answer', '', 429), false],
  [new ApiError('network', ''), false],
  [new ApiError('timeout', ''), false],
  [new Error('anything'), false],
])('%o makes the outcome known: %s', (error, settled) => {
  expect(isOutcomeKnown(error)).toBe(settled);
});

test('an empty coupon number counts as none, and the order of the fields does not matter', () => {
  requestIdFor(intent, () => 'first');
  const same = { couponNo: '', payType: 'sandbox', priceId: '7', deviceId: 'A1' } as const;
  expect(requestIdFor(same, () => 'second')).toBe('first');
});

test('an unreadable stored start counts as none', () => {
  startRequest.set('{broken');
  expect(requestIdFor(intent, () => 'fresh')).toBe('fresh');
});
