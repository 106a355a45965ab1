import { expect, it } from 'vitest';
import { addressKey, lineOf, networksOf } from './address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:2ab:3::4', ['2001:db8:1:2ab::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['2001:db8:1:ab::', ['2001:db8:1:ab::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
])('%s counts towards the networks %j', (address, networks) => {
  expect(networksOf(addressKey(address))).toEqual(networks);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2ab:3::4', '2001:db8:1::/48'],
])('%s waits in the queue of %s', (address, line) => {
  expect(lineOf(address)).toBe(line);
});
