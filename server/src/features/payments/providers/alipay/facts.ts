import type { ProviderFacts } from '../../port.ts';

/** WeChat's browser does not open Alipay's page. Bills are of days in Beijing, there at 9:00; 10:30 to be safe. */
export const alipayFacts: ProviderFacts = {
  name: 'alipay',
  label: { zh_CN: '支付宝', en_US: 'Alipay', id_ID: 'Alipay' },
  currencies: ['CNY'],
  countries: ['CN'],
  browsers: ['alipay', 'other'],
  bills: { offsetMinutes: 480, readyAfterMinutes: 630 },
};
