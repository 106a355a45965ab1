import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alphanumeric, digits, hex } from './random.ts';

/** Everything secret of one simulated merchant account, as it would be in the providers' merchant platforms. */
export interface Keys {
  wechat: {
    appId: string;
    appSecret: string;
    mchId: string;
    merchantSerial: string;
    merchantKey: string;
    apiV3Key: string;
    publicKeyId: string;
    publicKeyKey: string;
    certificateSerial: string;
    certificateKey: string;
  };
  alipay: { appId: string; sellerId: string; appKey: string; platformKey: string };
  stripe: { secretKey: string; webhookSecret: string };
}

export const newPrivateKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A serial number whose first bit is clear, so that it is the same text in hex everywhere. */
export const newSerial = (): string => `5${hex(20).slice(1)}`.toUpperCase();

export function newKeys(): Keys {
  return {
    wechat: {
      appId: `wx${hex(8)}`,
      appSecret: hex(16),
      mchId: `16${digits(8)}`,
      merchantSerial: newSerial(),
      merchantKey: newPrivateKey(),
      apiV3Key: alphanumeric(32),
      publicKeyId: `PUB_KEY_ID_01${digits(30)}`,
      publicKeyKey: newPrivateKey(),
      certificateSerial: newSerial(),
      certificateKey: newPrivateKey(),
    },
    alipay: {
      appId: `2021${digits(12)}`,
      sellerId: `2088${digits(12)}`,
      appKey: newPrivateKey(),
      platformKey: newPrivateKey(),
    },
    stripe: { secretKey: `sk_test_${alphanumeric(24)}`, webhookSecret: `whsec_${alphanumeric(32)}` },
  };
}

/** The keys in a folder, made at the first start. */
export function keysIn(folder: string): Keys {
  const file = join(folder, 'keys.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Keys;
  mkdirSync(folder, { recursive: true });
  const keys = newKeys();
  writeFileSync(file, JSON.stringify(keys, null, 2), { mode: 0o600 });
  return keys;
}

/** A key that nobody knows, made when it is first needed: making one takes a while. */
export function strangersKey(): () => KeyObject {
  let key: KeyObject | undefined;
  return () => {
    key ??= createPrivateKey(newPrivateKey());
    return key;
  };
}

export const privateKey = (pem: string): KeyObject => createPrivateKey(pem);
export const publicPem = (pem: string): string =>
  createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
