import { expect, test } from 'vitest';
import { hostScanner } from './host-scanner.ts';

const wechat = (answer: object) => ({
  WeixinJSBridge: { invoke: (_name: string, _options: object, done: (given: object) => void) => done(answer) },
});
const alipay = (answer: object) => ({
  AlipayJSBridge: { call: (_name: string, _options: object, done: (given: object) => void) => done(answer) },
});
const both = ['wechat', 'alipay'];

test.each([
  ['in another browser', 'other', both, wechat({})],
  ['where it is not configured', 'wechat', ['alipay'], wechat({})],
  ['where the bridge is missing', 'alipay', both, {}],
] as const)('there is no host scanner %s', (_name, browser, setUp, host) => {
  expect(hostScanner(browser, setUp, host)).toBeNull();
});

test.each([
  ['WeChat reads a code', 'wechat', wechat({ err_msg: 'scanQRCode:ok', resultStr: 'A1' }), 'A1'],
  ['WeChat is left', 'wechat', wechat({ err_msg: 'scanQRCode:cancel' }), null],
  ['Alipay reads a code', 'alipay', alipay({ codeContent: 'A1' }), 'A1'],
  ['an older Alipay reads a code', 'alipay', alipay({ qrCode: 'A1' }), 'A1'],
  ['Alipay is left', 'alipay', alipay({ error: '10' }), null],
] as const)('%s', async (_name, browser, host, code) => {
  expect(await hostScanner(browser, both, host)?.()).toBe(code);
});

test.each([
  ['wechat', wechat({ err_msg: 'scanQRCode:fail' })],
  ['alipay', alipay({ error: 11 })],
] as const)('a refusal by %s is distinguished from a cancellation', async (browser, host) => {
  await expect(hostScanner(browser, both, host)?.()).rejects.toThrow();
});
