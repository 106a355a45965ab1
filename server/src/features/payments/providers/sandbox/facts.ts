import { browserKinds } from '@recline/contract/browser-kind';
import { currencies } from '@recline/contract/money';
import type { ProviderFacts } from '../../port.ts';

export const sandboxFacts: ProviderFacts = {
  name: 'sandbox',
  label: { zh_CN: '模拟支付', en_US: 'Test payment', id_ID: 'Pembayaran uji coba' },
  currencies,
  countries: [],
  browsers: browserKinds,
  bills: { offsetMinutes: 0, readyAfterMinutes: 0 },
};
