import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type SettingsSource, settingsOf } from '../settings.ts';
import { privateKeyPem, publicKeyPem } from '../shared/rsa.ts';

const defaultGatewayUrl = 'https://openapi.alipay.com/gateway.do';

/** The settings for signed calls to the gateway. */
export interface GatewaySettings {
  appId: string;
  key: KeyObject;
  alipayKey: KeyObject;
  gatewayUrl: string;
}

export interface AlipaySettings extends GatewaySettings {
  sellerId: string;
}

type Reader = ReturnType<typeof settingsOf>;

/** Reads the settings of the gateway. Call the returned function after `settings.check()` has passed. */
export function readGateway(settings: Reader): () => GatewaySettings {
  const appId = settings.text('ALIPAY_APP_ID', /^\d{10,32}$/, 'an app id of digits');
  const keyPem = privateKeyPem(settings, 'ALIPAY_PRIVATE_KEY_FILE');
  const alipayPem = publicKeyPem(settings, 'ALIPAY_PUBLIC_KEY_FILE');
  const gatewayUrl = settings.url('ALIPAY_GATEWAY_URL', defaultGatewayUrl);
  return () => ({ appId, key: createPrivateKey(keyPem), alipayKey: createPublicKey(alipayPem), gatewayUrl });
}

export function alipaySettings(source: SettingsSource): AlipaySettings {
  const settings = settingsOf(source);
  const gateway = readGateway(settings);
  const sellerId = settings.text('ALIPAY_SELLER_ID', /^2088\d+$/, "the seller's number, which begins with 2088");
  settings.check();
  return { ...gateway(), sellerId };
}
