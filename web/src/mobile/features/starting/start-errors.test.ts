import { expect, test } from 'vitest';
import { ApiError } from '../../../platform/api-error.ts';
import { errorPageOf } from './start-errors.ts';

const branchText = (name: string) => `Account ${name} cannot scan the device at this branch.`;

test.each([
  [20201, 'device'],
  [20202, 'device'],
  [20203, 'device'],
  [20206, 'device'],
  [20205, 'priceList'],
] as const)('%i opens the error page %s with the message', (code, errType) => {
  expect(errorPageOf(new ApiError('answer', 'said', code), branchText)).toEqual({
    errType,
    errMsg: 'said',
    code: String(code),
  });
});

test('a wrong outlet names the account, or shows the message if there is no name', () => {
  const named = new ApiError('answer', 'said', 20204, { name: 'Ann' });
  const errMsg = 'Account Ann cannot scan the device at this branch.';
  expect(errorPageOf(named, branchText)).toEqual({ errType: 'branch', errMsg, code: '20204' });
  for (const data of [null, {}, { name: 7 }, 'Ann']) {
    const error = new ApiError('answer', 'said', 20204, data);
    expect(errorPageOf(error, branchText)).toEqual({ errType: 'branch', errMsg: 'said', code: '20204' });
  }
});

test.each([
  [new ApiError('answer', '', 20301)],
  [new ApiError('answer', '', 20302)],
  [new ApiError('answer', '', 20401)],
  [new ApiError('answer', '', 500)],
  [new ApiError('network', '')],
  [new Error('anything')],
])('%o is handled by the form', (error) => {
  expect(errorPageOf(error, branchText)).toBeNull();
});
