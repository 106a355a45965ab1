import { expect, test } from 'vitest';
import { browserKindOf } from './browser-kind.ts';

const android = 'Mozilla/5.0 (Linux; Android 14; 23013RK75C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126 Mobile';

test.each([
  ['WeChat on Android', `${android} MicroMessenger/8.0.50.2701 NetType/WIFI Language/zh_CN`, 'wechat'],
  ['Alipay on Android', `${android} AliApp(AP/10.6.20.8000) AlipayClient/10.6.20.8000 Language/zh-Hans`, 'alipay'],
  ['Chrome on Android', android, 'other'],
  ['Taobao, which is not Alipay', `${android} AliApp(TB/10.34.10) WindVane/8.5.0`, 'other'],
  ['no user agent', '', 'other'],
])('%s is detected by its user agent', (_name, userAgent, kind) => {
  expect(browserKindOf(userAgent)).toBe(kind);
});
