import type { ProviderFacts } from '../../port.ts';

/** In Alipay's browser WeChat's page does not open. Bills are of days in Beijing, there at 10:00; 10:30 to be safe. */
export const wechatFacts: ProviderFacts = {
  name: 'wechat',
  label: { zh_CN: '微信支付', en_US: 'WeChat Pay', id_ID: 'WeChat Pay' },
  currencies: ['CNY'],
  countries: ['CN'],
  browsers: ['wechat', 'other'],
  bills: { offsetMinutes: 480, readyAfterMinutes: 630 },
};
