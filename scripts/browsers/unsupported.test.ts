import { expect, test } from 'vitest';
import { findUnsupported } from './unsupported.ts';

test.each([
  ['list.at(-1)', 'at() needs Chromium 92'],
  ['rows.toSorted()', 'toSorted() needs Chromium 110, Safari 16'],
  ['structuredClone(x)', 'structuredClone() needs Chromium 98'],
  ['signal?.throwIfAborted()', 'throwIfAborted() needs Chromium 100'],
  ['form.requestSubmit()', 'requestSubmit() needs Safari 16'],
  ['await import("./a.js")', 'await outside of a function needs Chromium 89'],
  ['/(?<=a)b/.test(x)', 'a lookbehind needs Safari 16.4'],
  ['class A { static { x() } }', 'a static block needs Chromium 94, Safari 16.4'],
])('a script with %s is refused', (code, expected) => {
  expect(findUnsupported('a.js', code)).toEqual([expected]);
});

test.each([
  ['@layer ui { p { color: red } }', '@layer-block needs Chromium 99'],
  ['p { height: 100dvh }', 'dvh needs Chromium 108'],
  ['label:has(:checked) { color: red }', ':has() needs Chromium 105'],
  [':where(a, button) { color: red }', ':where() needs Chromium 88'],
  ['a:not(.b, .c) { color: red }', ':not() with a list needs Chromium 88'],
  ['p { translate: -50% }', 'translate needs Chromium 104'],
])('styles with %s are refused', (code, expected) => {
  expect(findUnsupported('a.css', code)).toContain(expected);
});

test.each([
  ['<script>list.at(-1)</script>', 'at() needs Chromium 92'],
  ['<style>@layer ui { p { color: red } }</style>', '@layer-block needs Chromium 99'],
])('a document with %s inside is refused', (code, expected) => {
  expect(findUnsupported('a.html', `<!doctype html>${code}<script type="module" src="/b.js"></script>`)).toContain(
    expected,
  );
});

test.each([
  ['a.js', 'async function f() { await g(); } list.map(String); "a".replaceAll("a", "b")'],
  ['a.css', '@supports (height: 100dvh) { p { height: 100dvh } } p { transform: translateX(-50%); gap: 4px }'],
  ['a.css', '@media (forced-colors: active) { :is(a, button) { color: LinkText } }'],
  ['reader-1.js', 'Object.hasOwn(a, b)'],
])(
  'features of every promised browser are allowed, and so are those whose support is checked first (%s)',
  (file, code) => {
    expect(findUnsupported(file, code)).toEqual([]);
  },
);
