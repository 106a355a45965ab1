import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beijingDay, beijingRfc3339, beijingTime, fenOf, fromBeijingTime, yuanOf } from './beijing.ts';

describe('an amount in yuan', () => {
  it('survives a round trip to the same fen', () => {
    fc.assert(fc.property(fc.nat(10_000_000_000), (fen) => fenOf(yuanOf(fen)) === fen));
  });

  it.each([
    ['0.01', 1],
    ['145.05', 14505],
    ['1', 100],
    ['1.5', 150],
    ['-0.30', -30],
    ['0.00', 0],
    ['-0.00', 0],
    ['1.005', undefined],
    ['1e3', undefined],
    ['', undefined],
    ['1,000.00', undefined],
    ['NaN', undefined],
  ])('%s is %s', (text, fen) => {
    expect(fenOf(text)).toBe(fen);
  });
});

describe('a time in Beijing', () => {
  it('does not depend on the zone of this machine', () => {
    const at = new Date('2026-11-15T16:29:35.900Z');
    expect(beijingTime(at)).toBe('2026-11-16 00:29:35');
    expect(beijingRfc3339(at)).toBe('2026-11-16T00:29:35+08:00');
    expect(beijingDay(at, -1)).toBe('2026-11-15');
  });

  it('survives a round trip to the same second', () => {
    const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (at) => {
        expect(fromBeijingTime(beijingTime(at))?.getTime()).toBe(Math.floor(at.getTime() / 1000) * 1000);
      }),
    );
  });

  it.each(['', '2026-11-15', 'yesterday', '2026-13-15 00:00:00'])('is not %s', (text) => {
    expect(fromBeijingTime(text)).toBeUndefined();
  });
});
