import { expect, test } from 'vitest';
import { payWithAlipay, payWithWechat } from './wallet-bridge.ts';

const params = { appId: 'wx1', package: 'prepay_id=wx15', paySign: 'x' };
const bridge = (err_msg: string | undefined, asked: object[] = []) => ({
  invoke: (name: string, given: object, done: (answer: { err_msg?: string }) => void) => {
    asked.push({ name, given });
    done({ err_msg });
  },
});
const document = () => new EventTarget() as unknown as Document;

test.each([
  ['get_brand_wcpay_request:ok', 'paid'],
  ['get_brand_wcpay_request:cancel', 'cancelled'],
  ['get_brand_wcpay_request:fail', 'failed'],
  ['get_brand_wcpay_request:fail_no permission', 'failed'],
  [undefined, 'failed'],
])('%s is %s', async (message, outcome) => {
  expect(await payWithWechat(params, { WeixinJSBridge: bridge(message), document: document() })).toBe(outcome);
});

test('the parameters reach WeChat as they were signed', async () => {
  const asked: object[] = [];
  await payWithWechat(params, { WeixinJSBridge: bridge('get_brand_wcpay_request:ok', asked), document: document() });
  expect(asked).toEqual([{ name: 'getBrandWCPayRequest', given: params }]);
});

test('a bridge that appears later is awaited', async () => {
  const target = document();
  const host: Parameters<typeof payWithWechat>[1] = { document: target };
  const paying = payWithWechat(params, host, 60_000);
  host.WeixinJSBridge = bridge('get_brand_wcpay_request:ok');
  target.dispatchEvent(new Event('WeixinJSBridgeReady'));
  expect(await paying).toBe('paid');
});

test('without a bridge the payment fails instead of waiting forever', async () => {
  expect(await payWithWechat(params, { document: document() }, 0)).toBe('failed');
});

test.each([
  ['9000', 'paid'],
  [9000, 'paid'],
  ['6001', 'cancelled'],
  ['4000', 'failed'],
  [undefined, 'failed'],
])("Alipay's result %s is %s", async (resultCode, outcome) => {
  const asked: object[] = [];
  const AlipayJSBridge = {
    call: (name: string, given: object, done: (answer: { resultCode?: string | number }) => void) => {
      asked.push({ name, given });
      done(resultCode === undefined ? {} : { resultCode });
    },
  };
  expect(await payWithAlipay('2026', { AlipayJSBridge, document: document() })).toBe(outcome);
  expect(asked).toEqual([{ name: 'tradePay', given: { tradeNO: '2026' } }]);
});
