import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeLimits, maxWrongCodes, waitAfterWrongCodes, waitBeforeCode } from './sms-codes.rules.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const none = { times: [], networkTimes: [] };
const [minute, hour, day] = [60, 3600, 24 * 3600];

describe('another code', () => {
  it.each([
    ['is sent to a number that got none', none, null],
    ['waits a minute', { ...none, times: [ago(20)] }, { seconds: 40, limit: 'number' }],
    ['is sent after a minute', { ...none, times: [ago(minute)] }, null],
    [
      'waits where there were five in an hour',
      { ...none, times: [70, 140, 210, 280, hour - 100].map(ago) },
      { seconds: 100, limit: 'number' },
    ],
    [
      'waits where there were ten in a day',
      { ...none, times: [4000, 8000, 12000, 16000, 20000, 24000, 28000, 32000, 36000, 40000].map(ago) },
      { seconds: day - 40_000, limit: 'number' },
    ],
    ['waits for its address', { ...none, networkTimes: [ago(day - 5)] }, { seconds: 5, limit: 'address' }],
    ['waits for its /48', { ...none, networkTimes: [null, null, ago(day - 7)] }, { seconds: 7, limit: 'address' }],
    [
      'waits for the longest',
      { times: [ago(0)], networkTimes: [ago(day - 5), ago(hour)] },
      { seconds: day - hour, limit: 'address' },
    ],
  ] as const)('%s', (_title, sent, wait) => {
    expect(waitBeforeCode(sent, now)).toEqual(wait);
  });

  it('is never sent more often than any limit allows, whatever the times of the requests', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 200 }), (pauses) => {
        let [at, sent] = [0, [] as Date[]];
        for (const pause of pauses) {
          at += pause * 1000;
          if (!waitBeforeCode({ ...none, times: sent }, new Date(at))) sent = [new Date(at), ...sent];
        }
        for (const { max, windowMs } of codeLimits) {
          for (const [index, newest] of sent.entries()) {
            const earlier = sent[index + max];
            if (earlier) expect(newest.getTime() - earlier.getTime()).toBeGreaterThanOrEqual(windowMs);
          }
        }
      }),
    );
  });
});

it.each([
  ['nine wrong codes', { count: maxWrongCodes - 1, oldest: ago(10) }, 0],
  ['ten', { count: maxWrongCodes, oldest: ago(hour) }, 300],
  ['none', { count: 0, oldest: null }, 0],
])('after %s there is a wait', (_title, wrong, seconds) => {
  expect(waitAfterWrongCodes(wrong, now)).toBe(seconds);
});
