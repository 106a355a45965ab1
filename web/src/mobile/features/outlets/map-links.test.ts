import { expect, it } from 'vitest';
import { appLink, coordinatesOf, parseDegrees, platformOf, webLink } from './map-links.ts';

const place = { name: '万象城 L3', latitude: 31.2304, longitude: 121.4737 };

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'ios'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'other'],
])('%s is %s', (userAgent, phone) => {
  expect(platformOf(userAgent)).toBe(phone);
});

it('links to the map app of the platform', () => {
  expect(appLink(place, 'android')).toBe('geo:31.2304,121.4737?q=31.2304,121.4737(%E4%B8%87%E8%B1%A1%E5%9F%8E%20L3)');
  expect(appLink(place, 'ios')).toContain('maps.apple.com/?ll=31.2304%2C121.4737');
  expect(appLink(place, 'other')).toBeUndefined();
});

it('links to a web map that works in the country', () => {
  expect(webLink(place, 'CN')).toContain('uri.amap.com/marker?position=121.4737%2C31.2304');
  expect(webLink(place, 'MY')).toContain('google.com/maps/search/?api=1&query=31.2304%2C121.4737');
});

it('formats coordinates with five digits', () => {
  expect(coordinatesOf(place)).toBe('31.23040, 121.47370');
});

it.each<[string, 90 | 180, number | undefined]>([
  ['31.2304', 90, 31.2304],
  [' -6,2 ', 90, -6.2],
  ['180', 180, 180],
  ['90.1', 90, undefined],
  ['', 90, undefined],
  ['north', 90, undefined],
  ['1e5', 180, undefined],
  ['0.00000001', 180, 0],
])('%j within %d is %s', (text, limit, value) => {
  expect(parseDegrees(text, limit)).toBe(value);
});
