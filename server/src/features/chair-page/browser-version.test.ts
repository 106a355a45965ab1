import fc from 'fast-check';
import { expect, it } from 'vitest';
import { browserVersion } from './browser-version.ts';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 10; V1816A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';

it.each([
  [`${iphone} Version/15.6 Mobile/15E148 Safari/604.1`, 'ios', '15.8'],
  [`${iphone} Mobile/15E148 MicroMessenger/8.0.40(0x18002831)`, 'ios', '15.8'],
  [`${iphone} CriOS/120.0.6099.119 Mobile/15E148 Safari/604.1`, 'ios', '15.8'],
  [`${android} Chrome/87.0.4280.141 Mobile Safari/537.36`, 'chromium', '87'],
  [`${android} Chrome/86.0.4240.99 XWEB/4317 MMWEBSDK/20220903 MicroMessenger/8.0.28`, 'chromium', '86'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'firefox', '153'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15', 'safari', '17'],
  ['Chrome/9999.0', 'chromium', ''],
  ['curl/8.5.0', 'other', ''],
  ['', 'other', ''],
])('%s is %s %s', (userAgent, family, version) => {
  expect(browserVersion(userAgent)).toEqual({ family, version });
});

it('has few possible values, whatever is sent', () => {
  const seen = new Set<string>();
  const forged = fc.tuple(fc.constantFrom('Chrome/', 'Firefox/', 'iPhone OS '), fc.nat(99_999), fc.nat(999));
  fc.assert(
    fc.property(forged, ([name, major, minor]) => {
      const { family, version } = browserVersion(`${name}${major}${name === 'iPhone OS ' ? '_' : '.'}${minor}`);
      seen.add(`${family} ${version}`);
      expect(version).toMatch(/^(?:\d{1,3}(?:\.\d)?)?$/);
    }),
  );
  expect(seen.size).toBeLessThan(1500);
});
