import { isIPv6 } from 'node:net';

/**
 * The key for limits by address: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one
 * subscriber. An IPv4-mapped IPv6 address counts as its IPv4 address.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/**
 * The networks that an address counts towards: its `addressKey`, and for IPv6 the enclosing /56 and /48, which
 * providers often assign to one customer.
 */
export function networksOf(key: string): string[] {
  const groups = /^([0-9a-f:]+)::\/64$/.exec(key)?.[1]?.split(':');
  if (!groups) return [key];
  const site = groups.slice(0, 3).join(':');
  const subnet = Number.parseInt(groups[3] ?? '0', 16) & 0xff00;
  return [key, `${site}:${subnet.toString(16)}::/56`, `${site}::/48`];
}

/** The joint limit of these networks, as a multiple of that of one address, because a /48 has 65,536 addresses. */
export const networkShares = [1, 1.5, 2];

/**
 * The key of the queue in which a caller waits, and by which its connections are counted: one per /48, so that many
 * addresses give no advantage.
 */
export function lineOf(address: string): string {
  const key = addressKey(address);
  return networksOf(key).at(-1) ?? key;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [first, last] = [groups(head), groups(tail)];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last].map((group) => group.replace(/^0+(?=.)/, ''));
}
