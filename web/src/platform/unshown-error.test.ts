import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { unshownError } from './unshown-error.ts';

const unknown = 'something went wrong';

test.each([
  ['an answer of the server: its message', new ApiError('answer', 'too much', 409), 'too much'],
  ['a defect of the app: a general message', new TypeError('randomUUID is not a function'), unknown],
  ['a lost network: nothing, since the app says so once', new ApiError('network', 'no network'), null],
  ['an ended session: nothing, since the user is logged out', new ApiError('answer', 'expired', 20109), null],
])('about %s', (_name, error, message) => {
  expect(unshownError(error, unknown)).toBe(message);
});
