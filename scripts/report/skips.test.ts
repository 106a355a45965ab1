import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupSkips, skipRules, unexpectedSkips } from './skips.ts';

const root = join(import.meta.dirname, '../..');
const browser = 'chromium › pay.spec.ts › a guest pays';
const broker = 'server/src/a.test.ts: chairs reconnect (needs Mosquitto)';

describe('the list of tests that may be skipped', () => {
  it('has every file that skips tests, and no other', () => {
    const sources = globSync('{bench,contract,provider-simulator,server,simulator,scripts,faults,e2e,web}/**/*.ts', {
      cwd: root,
      exclude: (path) => path.includes('node_modules') || path.includes('dist'),
    });
    const skips = /\b(?:skipIf|runIf|(?:it|test|describe|context)\.skip)\(/;
    const found = sources.filter((path) => skips.test(readFileSync(join(root, path), 'utf8')));
    expect(found.length).toBeGreaterThan(5);
    expect(found.toSorted()).toEqual([...new Set(skipRules.flatMap(({ files }) => files))].toSorted());
  });

  it('gives every skip one reason', () => {
    const groups = groupSkips([browser, broker, browser, 'server/src/b.test.ts: adds']);
    expect(groups.map(({ rule, tests }) => [rule?.reason, tests.length])).toEqual([
      ['there is no browser', 2],
      ['Mosquitto is not installed', 1],
      [undefined, 1],
    ]);
  });

  it.each([
    ['linux-x64', [browser], 1],
    ['darwin-arm64', [browser, broker], 0],
    ['linux-arm64', ['a.test.ts: units are taken by systemd without a complaint'], 0],
    ['darwin-x64', ['a.test.ts: adds'], 1],
  ])('on %s it finds unexpected ones among %j', (platform, tests, count) => {
    expect(unexpectedSkips(tests, platform)).toHaveLength(count);
  });
});
