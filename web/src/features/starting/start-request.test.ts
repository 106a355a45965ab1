import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../platform/api-error.ts';
import { forgetRequest, isSettled, newRequestId, requestIdFor } from './start-request.ts';

const intent = { deviceId: 'A1', priceId: '7', payType: 'sandbox' } as const;

beforeEach(forgetRequest);

test('asking again for the same start means the same request', () => {
  const first = requestIdFor(intent, () => 'first');
  expect(requestIdFor({ ...intent }, () => 'second')).toBe(first);
});

test.each([
  ['chair', { deviceId: 'A2' }],
  ['package', { priceId: '8' }],
  ['way to pay', { payType: 'wechat' }],
  ['coupon', { couponNo: 'C1' }],
  ['cash coupon', { cashCouponNo: 'K1' }],
] as const)('another %s is another request', (_name, change) => {
  requestIdFor(intent, () => 'first');
  expect(requestIdFor({ ...intent, ...change }, () => 'second')).toBe('second');
});

test('once it is settled, the same choice is a new request', () => {
  requestIdFor(intent, () => 'first');
  forgetRequest();
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
])('%o is the last word: %s', (error, settled) => {
  expect(isSettled(error)).toBe(settled);
});

test('request ids are UUIDs and never the same', () => {
  const ids = Array.from({ length: 200 }, newRequestId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
