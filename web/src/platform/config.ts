import { defaultLanguage, type Language } from '@recline/contract/languages';
import type { Currency } from '@recline/contract/money';

/** What the server tells the page at run time, so that one build serves every country and server. */
export interface AppConfig {
  country: string;
  currency: Currency;
  language: Language;
  appId: string;
  /** Empty for the page's own server, else the origin of another one that speaks the contract. */
  baseUrl: string;
  servicePhone: string;
  /** Where map tiles come from, with {z}, {x} and {y} in it; empty for no map. */
  tileUrl: string;
  tileAttribution: string;
  version: string;
  /** The online ways to pay that are set up. */
  payTypes: readonly string[];
  /** The host apps (`wechat`, `alipay`) whose own scanner is set up for this address. */
  hostScanners: readonly string[];
}

const defaults: AppConfig = {
  country: 'CN',
  currency: 'CNY',
  language: defaultLanguage,
  appId: '',
  baseUrl: '',
  servicePhone: '',
  tileUrl: '',
  tileAttribution: '',
  version: 'dev',
  payTypes: ['sandbox'],
  hostScanners: [],
};

function read(): AppConfig {
  const text = globalThis.document?.getElementById('config')?.textContent;
  return text ? { ...defaults, ...(JSON.parse(text) as Partial<AppConfig>) } : defaults;
}

export const config: AppConfig = read();
