import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();

test.each([
  ['zh_CN', 0, '刚刚'],
  ['zh_CN', 299, '刚刚'],
  ['zh_CN', 300, '5分钟前'],
  ['zh_CN', 3599, '59分钟前'],
  ['zh_CN', 3600, '1小时前'],
  ['en_US', 7200, '2 hours ago'],
  ['en_US', 3600, '1 hour ago'],
  ['id_ID', 2 * 86_400, '2 hari yang lalu'],
  ['en_US', 8 * 86_400, '11/07/2026'],
  ['zh_CN', -60, '刚刚'],
] as const)('in %s, %i seconds ago reads %s', (language, seconds, expected) => {
  expect(relativeTime(ago(seconds), now, language, '刚刚')).toBe(expected);
});
