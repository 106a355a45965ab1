import { limits } from '@recline/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as rules from './uploads.rules.ts';

const now = new Date('2026-11-15T04:00:00.000Z');
const later = new Date('2026-11-15T04:30:00.000Z');
const dir = 'u/7/default/nonce/';

function form(changed: rules.Form = {}): rules.Form {
  const policy = rules.makePolicy(dir, later, 1000);
  return {
    key: `${dir}a.jpg`,
    policy,
    OSSAccessKeyId: 'id',
    signature: rules.signPolicy(policy, 'secret'),
    ...changed,
  };
}
const allowed = (changed: rules.Form = {}, at = now) => rules.formAllowed(form(changed), 'id', 'secret', at);

describe('the signature of a policy', () => {
  // RFC 2202, test case 2, in base64.
  it("is HMAC-SHA1 as in its standard's test vectors", () => {
    expect(rules.signPolicy('what do ya want for nothing?', 'Jefe')).toBe('7/zfauXrL6LSdBbV8YTfnCWafHk=');
  });

  // printf %s POLICY | openssl dgst -sha1 -hmac SECRET -binary | base64
  it('of a base64 policy equals that of openssl', () => {
    const policy =
      'eyJleHBpcmF0aW9uIjoiMjAxMy0xMi0wMVQxMjowMDowMFoiLCJjb25kaXRpb25zIjpbWyJjb250ZW50LWxlbmd0aC1yYW5nZSIsIDAsIDEwNDg1NzYwXSx7ImJ1Y2tldCI6ImFoYWhhIn0sIHsiQSI6ICJhIn0seyJrZXkiOiAiQUJDIn1dfQ==';
    expect(rules.signPolicy(policy, 'OtxrzxIsfpFjA7SwPzILwy8Bw21TLhquhboDYROV')).toBe('BgRcDqgNsBCQtbrBAphnACiP3yw=');
  });
});

describe('a policy', () => {
  it('is base64 of JSON with its expiry, its folder, its sizes and its bucket', () => {
    const policy = JSON.parse(Buffer.from(rules.makePolicy(dir, later, 1000, 'files'), 'base64').toString());
    expect(policy).toEqual({
      expiration: '2026-11-15T04:30:00.000Z',
      conditions: [['starts-with', '$key', dir], ['content-length-range', 1, 1000], { bucket: 'files' }],
    });
  });

  it.each([
    [2_000_000_000, limits.videoBytes],
    [1000, 1000],
    [0, 1],
    [-1, 1],
  ])('of an account with %s bytes left allows a file of %s', (left, most) => {
    expect(rules.bytesLeft(left)).toBe(most);
  });

  it.each([
    ['1000', 1000],
    ['999999999999', limits.videoBytes],
    [undefined, limits.videoBytes],
    ['x', limits.videoBytes],
  ])('with a body of %s bytes reserves %s', (declared, reserved) => {
    expect(rules.bytesToReserve(declared)).toBe(reserved);
  });

  it('accepts the form that it was made for, until it expires', () => {
    expect(allowed()).toBe(true);
    expect(allowed({}, later)).toBe(false);
  });

  it('lets a file that has begun go on for as long as an upload may take', () => {
    expect(allowed({ offset: '4194304' }, later)).toBe(true);
    expect(allowed({ offset: '4194304' }, new Date(later.getTime() + limits.uploadSeconds * 1000))).toBe(false);
  });

  it.each<[string, rules.Form]>([
    ['another access id', { OSSAccessKeyId: 'other' }],
    ['another signature', { signature: rules.signPolicy('x', 'secret') }],
    ['no signature', { signature: '' }],
    ['a signature with letters beyond ASCII', { signature: 'é'.repeat(28) }],
    ['another policy under the old signature', { policy: rules.makePolicy('u/8/', later, 1000) }],
    ["somebody else's folder", { key: 'u/8/default/nonce/a.jpg' }],
    ['a step up', { key: `${dir}../../8/a.jpg` }],
    ['a folder only', { key: dir }],
    ['no key', { key: '' }],
  ])('refuses %s', (_what, changed) => {
    expect(allowed(changed)).toBe(false);
  });

  it('refuses any policy that was changed in any place', () => {
    const { policy = '' } = form();
    fc.assert(
      fc.property(fc.nat({ max: policy.length - 1 }), fc.constantFrom('A', 'b', '9', '='), (place, letter) => {
        fc.pre(policy[place] !== letter);
        const changed = policy.slice(0, place) + letter + policy.slice(place + 1);
        expect(allowed({ policy: changed })).toBe(false);
      }),
    );
  });
});

it.each<[string, boolean]>([
  ['u/7/n/照片 1_1731638400.jpg', true],
  ['u/7/n/a..b.jpg', true],
  ['u/7/../b.jpg', false],
  ['u/7/./b.jpg', false],
  ['u//b.jpg', false],
  ['/u/b.jpg', false],
  ['u\\b.jpg', false],
  ['u/b\u0000.jpg', false],
  ['u/b.jpg?x', false],
  ['u/b#.jpg', false],
  ['u/%2e%2e/b.jpg', false],
  [`u/${'a'.repeat(500)}`, false],
])('the key %j is accepted: %s', (key, taken) => {
  expect(rules.keyIsPlain(key)).toBe(taken);
});

it.each([
  ['default', 'u/7/default/n/'],
  ['feedback/2026', 'u/7/feedback/2026/n/'],
  ['//a//', 'u/7/a/n/'],
  ['/', 'u/7/n/'],
])('the folder %j becomes %j under the account', (folder, whole) => {
  expect(rules.uploadDir(7, folder, 'n')).toBe(whole);
  expect(rules.accountOfKey(`${whole}a.jpg`)).toBe(7);
});

it.each<[string | undefined, rules.Range | undefined | null]>([
  [undefined, undefined],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=100-', null],
  ['bytes=9-0', null],
  ['bytes=-0', null],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['chapters=1-2', undefined],
])('of 100 bytes, the range %j is %j', (header, range) => {
  expect(rules.parseRange(header, 100)).toEqual(range);
});

it('videos may be larger than pictures, and nothing else is accepted', () => {
  expect(rules.bytesAllowed('video/mp4')).toBe(100 * 1024 * 1024);
  expect(rules.bytesAllowed('image/png')).toBe(20 * 1024 * 1024);
  expect(rules.safeType('image/svg+xml')).toBeUndefined();
  expect(rules.safeType('text/html')).toBeUndefined();
  expect(rules.safeType(undefined)).toBeUndefined();
});
