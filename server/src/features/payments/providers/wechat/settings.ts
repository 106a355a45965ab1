import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type SettingsSource, settingsOf } from '../settings.ts';
import { privateKeyPem, publicKeyPem } from '../shared/rsa.ts';
import type { Merchant } from './signing.ts';

const usualApiUrl = 'https://api.mch.weixin.qq.com';

export interface WechatSettings {
  appId: string;
  merchant: Merchant;
  apiV3Key: string;
  /** The id of WeChat's public key, with which answers are then signed; undefined with certificates only. */
  publicKeyId: string | undefined;
  /** WeChat's keys by serial number or key id. */
  platformKeys: ReadonlyMap<string, KeyObject>;
  apiUrl: string;
  /** Used while `apiUrl` is out of reach, as WeChat's own packages do. */
  fallbackApiUrl: string;
}

export function wechatSettings(source: SettingsSource): WechatSettings {
  const settings = settingsOf(source);
  const appId = settings.text('WECHAT_APP_ID', /^wx\w+$/, 'an app id, which begins with wx');
  settings.text('WECHAT_APP_SECRET'); // for the wallet, which identifies the payer
  const mchId = settings.text('WECHAT_MCH_ID', /^\d{6,15}$/, 'a merchant number of digits');
  const serial = settings.text('WECHAT_MCH_SERIAL', /^[0-9A-Fa-f]+$/, 'a certificate serial number in hex');
  const keyPem = privateKeyPem(settings, 'WECHAT_MCH_KEY_FILE');
  const apiV3Key = settings.text('WECHAT_API_V3_KEY');
  if (apiV3Key && Buffer.byteLength(apiV3Key) !== 32) settings.wrong('WECHAT_API_V3_KEY', 'must have exactly 32 bytes');
  const publicKeyId = settings.optional('WECHAT_PUBLIC_KEY_ID');
  const pems = platformPems(settings, publicKeyId);
  const apiUrl = settings.url('WECHAT_API_URL', usualApiUrl);
  const fallbackApiUrl = apiUrl === usualApiUrl ? 'https://api2.mch.weixin.qq.com' : apiUrl;
  settings.check();
  const merchant = { mchId, serial, key: createPrivateKey(keyPem) };
  const platformKeys = new Map([...pems].map(([id, pem]) => [id, createPublicKey(pem)]));
  return { appId, merchant, apiV3Key, publicKeyId, platformKeys, apiUrl, fallbackApiUrl };
}

/** The public key, certificates, or both: while a merchant changes from one to the other, WeChat signs with either. */
function platformPems(settings: ReturnType<typeof settingsOf>, publicKeyId: string | undefined): Map<string, string> {
  const pems = new Map<string, string>();
  for (const [serial, pem] of settings.files('WECHAT_PLATFORM_CERTS')) {
    pems.set(serial, publicKeyPem(settings, 'WECHAT_PLATFORM_CERTS', pem));
  }
  const hasKeyFile = settings.optional('WECHAT_PUBLIC_KEY_FILE') !== undefined;
  if (publicKeyId) pems.set(publicKeyId, publicKeyPem(settings, 'WECHAT_PUBLIC_KEY_FILE'));
  else if (hasKeyFile) settings.wrong('WECHAT_PUBLIC_KEY_ID', 'is missing; it belongs to WECHAT_PUBLIC_KEY_FILE');
  else if (pems.size === 0) settings.wrong('WECHAT_PUBLIC_KEY_ID', 'is missing, and so is WECHAT_PLATFORM_CERTS');
  return pems;
}
