import { contract } from '@recline/contract';
import type { Calls } from '@recline/contract/call';
import { describe, expect, it } from 'vitest';
import { isShed, rankOf } from './load-shedding.ts';

const calls = (feature: keyof typeof contract) => contract[feature] as Calls;
const rankOfCall = (feature: keyof typeof contract, name: string) => {
  const call = calls(feature)[name];
  if (!call) throw new Error(`no call ${feature}.${name}`);
  return rankOf(call);
};

describe('who goes first', () => {
  it.each([
    ['orders', 'stop', 'never shed'],
    ['starting', 'activate', 'guests'],
    ['starting', 'deviceStatus', 'guests'],
    ['orders', 'get', 'guests'],
    ['events', 'stream', 'guests'],
    ['revenue', 'today', 'others'],
    ['orders', 'list', 'others'],
    ['session', 'login', 'others'],
  ] as const)('%s.%s is ranked %s', (feature, name, rank) => {
    expect(rankOfCall(feature, name)).toBe(rank);
  });
});

describe('when calls are turned away', () => {
  it.each([
    ['others', { calls: 99, late: 0, lateness: 0 }, false],
    ['others', { calls: 100, late: 0, lateness: 0 }, true],
    ['others', { calls: 99, late: 19, lateness: 500 }, false],
    ['others', { calls: 99, late: 20, lateness: 0 }, true],
    ['others', { calls: 0, late: 0, lateness: 501 }, true],
    ['guests', { calls: 100, late: 20, lateness: 600 }, false],
    ['guests', { calls: 200, late: 0, lateness: 0 }, true],
    ['guests', { calls: 0, late: 0, lateness: 1001 }, true],
    ['never shed', { calls: 1e6, late: 1e6, lateness: 1e6 }, false],
  ] as const)('%s with %o of at most 100 calls: %s', (rank, load, shed) => {
    expect(isShed(rank, load, 100)).toBe(shed);
  });
});
