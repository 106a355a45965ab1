import { defaultLanguage, type Language } from '@recline/contract/languages';
import type { Currency } from '@recline/contract/money';
import type { Operator } from '@recline/contract/operator';
import type { StopRefund } from '@recline/contract/stop-refund';

/** Runtime configuration from the server, so that one build serves every country. */
export interface AppConfig {
  country: string;
  currency: Currency;
  language: Language;
  appId: string;
  /** Empty for the page's own server, or else the origin of another API server. */
  baseUrl: string;
  servicePhone: string;
  operator: Operator;
  /** Whether codes can be sent; otherwise login by number is not offered. */
  loginByNumber: boolean;
  /** URL template of map tiles with {z}, {x} and {y}; empty for no map. */
  tileUrl: string;
  tileAttribution: string;
  version: string;
  /** How long an order waits for its payment. */
  payMinutes: number;
  stopRefund: StopRefund;
  /** The version of this server's agreements; empty if the app calls the API of another server. */
  agreements: string;
  /** The host apps (`wechat`, `alipay`) whose scanner is configured. */
  hostScanners: readonly string[];
}

const defaults: AppConfig = {
  country: 'CN',
  currency: 'CNY',
  language: defaultLanguage,
  appId: '',
  baseUrl: '',
  servicePhone: '',
  operator: { name: 'Recline', address: '', taxId: '', logo: '' },
  loginByNumber: true,
  tileUrl: '',
  tileAttribution: '',
  version: 'dev',
  payMinutes: 10,
  stopRefund: 'none',
  agreements: '',
  hostScanners: [],
};

function read(): AppConfig {
  const text = globalThis.document?.getElementById('config')?.textContent;
  return text ? { ...defaults, ...(JSON.parse(text) as Partial<AppConfig>) } : defaults;
}

export const config: AppConfig = read();
