import { describe, expect, it } from 'vitest';
import { isShed } from './load-shedding.ts';

describe('a call is refused', () => {
  it.each([
    [undefined, { calls: 99, slow: 0, delayMs: 0 }, false],
    [undefined, { calls: 100, slow: 0, delayMs: 0 }, true],
    [undefined, { calls: 99, slow: 19, delayMs: 500 }, false],
    [undefined, { calls: 99, slow: 20, delayMs: 0 }, true],
    [undefined, { calls: 0, slow: 0, delayMs: 501 }, true],
    ['guest', { calls: 100, slow: 20, delayMs: 600 }, false],
    ['guest', { calls: 200, slow: 0, delayMs: 0 }, true],
    ['guest', { calls: 0, slow: 0, delayMs: 1001 }, true],
    ['always', { calls: 1e6, slow: 1e6, delayMs: 1e6 }, false],
  ] as const)('of priority %s with %o of at most 100 calls: %s', (priority, load, shed) => {
    expect(isShed(priority, load, { maxCalls: 100, maxDelayMs: 500 })).toBe(shed);
  });
});
