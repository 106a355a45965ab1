import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { settingsOf } from '../settings.ts';

/** RSA-SHA256 with PKCS#1 v1.5 padding in base64, as WeChat Pay and Alipay (RSA2) sign. */
export const signText = (key: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text), key).toString('base64');

/** Anything that is not a valid signature, even garbage, is a wrong signature and never an exception. */
export function isSigned(key: KeyObject, message: Uint8Array, signature: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  return verify('sha256', message, key, Buffer.from(signature, 'base64'));
}

const minimumBits = 2048;

const isRsa = (key: KeyObject): boolean =>
  key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= minimumBits;

type Settings = ReturnType<typeof settingsOf>;

/** The PEM of an RSA private key from the file that the setting names. */
export function privateKeyPem(settings: Settings, name: string): string {
  return checkPem(settings, name, settings.file(name), createPrivateKey, 'an RSA private key');
}

/** The PEM of an RSA public key or of a certificate from the file that the setting names. */
export function publicKeyPem(settings: Settings, name: string, pem = settings.file(name)): string {
  return checkPem(settings, name, pem, createPublicKey, 'an RSA public key or a certificate');
}

function checkPem(settings: Settings, name: string, pem: string, read: (pem: string) => KeyObject, what: string) {
  if (pem === '') return ''; // already reported
  try {
    if (isRsa(read(pem))) return pem;
  } catch {
    // The exception may quote the file, so its text is not included.
  }
  return settings.wrong(name, `must be the PEM of ${what} of at least ${minimumBits} bits`);
}
