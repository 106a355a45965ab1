import { expect, test } from 'vitest';
import { timezoneOffset } from './system-info.ts';

test.each([
  ['Shanghai', -480, 480],
  ['London in winter', 0, 0],
  ['New York in winter', 300, -300],
])('%s: the browser returns %i, the header %i', (_place, browser, header) => {
  const now = new Date();
  now.getTimezoneOffset = () => browser;
  expect(timezoneOffset(now)).toBe(header);
});
