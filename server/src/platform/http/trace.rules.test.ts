import { describe, expect, it } from 'vitest';
import { callerRequestIdOf, traceIdOf } from './trace.rules.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';

describe('the trace id', () => {
  it('is taken from a valid traceparent', () => {
    expect(traceIdOf(`00-${trace}-${span}-01`)).toBe(trace);
  });

  it.each([
    undefined,
    '',
    trace,
    `00-${trace}-${span}`,
    `ff-${trace}-${span}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}-${span}-01-more`,
    [`00-${trace}-${span}-01`],
  ])('is newly generated for %j', (header) => {
    const made = traceIdOf(header);
    expect(made).toMatch(/^[0-9a-f]{32}$/);
    expect(made).not.toBe(trace);
    expect(traceIdOf(header)).not.toBe(made);
  });
});

it.each([
  ['a-B_9.z', 'a-B_9.z'],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), undefined],
  ['', undefined],
  ['a b', undefined],
  ['a\nb', undefined],
  ['ä', undefined],
  [undefined, undefined],
])("for a caller's request id %j, %j is logged", (header, logged) => {
  expect(callerRequestIdOf(header)).toBe(logged);
});
