import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOwnPath } from './own-path.ts';

describe('a path of our app', () => {
  test.each(['/', '/pages/index/index?deviceId=A1', '/pages/countdown/countdown?orderId=7&key=a#top', '/例子'])(
    'is %j',
    (value) => expect(isOwnPath(value)).toBe(true),
  );

  test.each([
    '',
    'pages',
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\\\$]',
    '//[',
    '//a:b',
    '/./\\evil.example',
    '/.//evil.example',
    '/a b',
    '/a\nb',
    '/\t/evil.example',
  ])('is not %j', (value) => expect(isOwnPath(value)).toBe(false));

  test('keeps the browser on our host, whatever the text is', () => {
    const parts = fc.constantFrom('/', '\\', '.', '..', '@', ':', '[', ']', '?', '#', '%2f', '\t', 'evil.example', 'a');
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts).map((each) => each.join('')),
    );
    fc.assert(
      fc.property(text, (value) => {
        if (isOwnPath(value)) expect(new URL(value, 'https://ours.example').host).toBe('ours.example');
      }),
      { numRuns: 2_000 },
    );
  });
});
