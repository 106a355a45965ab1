import { constants, generateKeyPairSync, privateDecrypt, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pemBody } from './base64.ts';
import { encrypt } from './encrypt.ts';
import { encryptOaep } from './rsa-oaep.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const padding = constants.RSA_PKCS1_OAEP_PADDING;
const decrypt = (ciphertext: Uint8Array) =>
  privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, ciphertext);

describe('password encryption without WebCrypto', () => {
  test('is decrypted by the private key, for any password that fits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 190 }), (message) => {
        const ciphertext = encryptOaep(pemBody(publicKey), message, randomBytes);
        expect(new Uint8Array(decrypt(ciphertext))).toEqual(Uint8Array.from(message));
      }),
      { numRuns: 30 },
    );
  });

  test('is randomised: the same password gives another ciphertext', () => {
    const once = () =>
      Buffer.from(encryptOaep(pemBody(publicKey), Uint8Array.of(1, 2, 3), randomBytes)).toString('hex');
    expect(once()).not.toBe(once());
  });

  test('rejects a password that is too long for the key', () => {
    expect(() => encryptOaep(pemBody(publicKey), new Uint8Array(191), randomBytes)).toThrow('too long');
  });
});

describe('password encryption with WebCrypto', () => {
  test('is decrypted by the private key', async () => {
    const ciphertext = Buffer.from(await encrypt('密码 sandi ₱', publicKey), 'base64');
    expect(decrypt(ciphertext).toString('utf8')).toBe('密码 sandi ₱');
  });
});
