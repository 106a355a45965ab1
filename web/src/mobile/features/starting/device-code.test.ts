import { deviceNumberMaxChars } from '@recline/contract/device-number';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceIdOf } from './device-code.ts';

test.each([
  ['https://recline.example/pages/index/index?deviceId=A10086', 'A10086'],
  ['http://192.168.1.4:8080/pages/index/index?deviceId=A10086', 'A10086'],
  ['HTTPS://RECLINE.EXAMPLE/pages/index/index?deviceId=A10086', 'A10086'],
  ['https://recline.example/pages/index/index/?deviceId=A10086', 'A10086'],
  ['https://recline.example/pages/index/index?from=poster&deviceId=A-1_b#top', 'A-1_b'],
  [' A10086\n', 'A10086'],
  ['https://other.example/pages/quickStart/quickStart?deviceId=A10086', 'A10086'],
  ['https://recline.example/pages/index/index?deviceId=A%2010086', 'A10086'],
  ['A 10086', 'A10086'],
  ['Ａ１００８６', 'A10086'],
  ['a　100 86', 'a10086'],
  ['按摩椅', '按摩椅'],
  ['1', '1'],
  ['X'.repeat(32), 'X'.repeat(32)],
])('%j contains a device number', (text, deviceId) => {
  expect(deviceIdOf(text)).toBe(deviceId);
});

test.each([
  [''],
  ['   '],
  ['X'.repeat(33)],
  ['https://recline.example/pages/index/index'],
  ['https://recline.example/pages/index/index?deviceId='],
  [`https://recline.example/pages/index/index?deviceId=${'X'.repeat(33)}`],
  ['https://recline.example/pages/home/home?deviceId=A10086'],
  ['https://recline.example/other/pages/index/index?deviceId=A10086'],
  ['javascript:alert(1)//pages/index/index?deviceId=A10086'],
  ['ftp://recline.example/pages/index/index?deviceId=A10086'],
  ['https://'],
  ['WIFI:T:WPA;S:guest;P:secret;;'],
])('%j contains no device number', (text) => {
  expect(deviceIdOf(text)).toBeNull();
});

const signs = 'ABCXYZabcxyz0123456789_-';
const chairNumber = fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 32 });

test('every device number is found in its address, on any server', () => {
  fc.assert(
    fc.property(chairNumber, fc.domain(), (deviceId, server) => {
      const address = new URL('/pages/index/index', `https://${server}`);
      address.searchParams.set('deviceId', deviceId);
      expect(deviceIdOf(address.href)).toBe(deviceId);
      expect(deviceIdOf(deviceId)).toBe(deviceId);
    }),
  );
});

test('whatever is scanned, the result is null or short enough for a request', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
      const found = deviceIdOf(text);
      expect(found === null || (found !== '' && found.length <= deviceNumberMaxChars)).toBe(true);
    }),
  );
});
