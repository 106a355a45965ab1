import { expect, it } from 'vitest';
import { reachedAt } from './hosts.ts';

it.each([
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['localhost', 'localhost'],
  ['127.0.0.1', 'localhost'],
  ['127.0.0.2', '127.0.0.2'],
  ['192.0.2.2', '192.0.2.2'],
  ['fd00::2', '[fd00::2]'],
])('a server that listens at %s is reached at %s', (host, reached) => {
  expect(reachedAt(host)).toBe(reached);
});
