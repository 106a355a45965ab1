import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { readAll } from './socket-limits.ts';

it('read() returns all buffered chunks at once, and null if there are none', () => {
  const chunks = ['one', 'two', 'three'].map((text) => Buffer.from(text));
  const stream = new Duplex({ read() {} });
  // Behaves like Node 26, whatever version runs this test.
  stream.read = () => chunks.shift() ?? null;
  readAll(stream);
  expect(String(stream.read())).toBe('onetwothree');
  expect(stream.read()).toBeNull();
});
