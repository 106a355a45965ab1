import { describe, expect, it } from 'vitest';
import type { Call, Calls } from './call.ts';
import { contract } from './index.ts';

const named: [string, Call][] = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls as Calls).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
);
const withPriority = (priority: Call['priority']) =>
  named.filter(([, call]) => call.priority === priority).map(([name]) => name);

describe('the priority of calls', () => {
  it('never refuses to stop a chair', () => {
    expect(withPriority('always')).toEqual(['orders.stop']);
  });

  it('prefers guests at a chair to managers’ screens', () => {
    expect(withPriority('guest').toSorted()).toEqual([
      'chairPage.freeChairs',
      'chairPage.get',
      'events.stream',
      'orders.get',
      'orders.mine',
      'orders.receipt',
      'orders.returned',
      'session.guest',
      'session.walletLogin',
      'session.walletStart',
      'starting.activate',
      'starting.adverts',
      'starting.deviceStatus',
      'starting.pay',
      'starting.priceGroup',
      'starting.quote',
    ]);
  });
});
