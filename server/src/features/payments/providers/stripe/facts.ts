import type { ProviderFacts } from '../../port.ts';

/** Its page opens in any browser. Balance transactions are listed by UTC day, and are there at once. */
export const stripeFacts: ProviderFacts = {
  name: 'stripe',
  label: { zh_CN: '银行卡（Stripe）', en_US: 'Card (Stripe)', id_ID: 'Kartu (Stripe)' },
  currencies: ['CNY', 'RM', 'PHP'],
  countries: ['MY', 'SG', 'HK', 'US', 'GB'],
  browsers: ['wechat', 'alipay', 'other'],
  bills: { offsetMinutes: 0, readyAfterMinutes: 60 },
};
