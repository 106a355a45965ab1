import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Aes } from 'wechatpay-axios-plugin';
import { decrypt, encrypted } from './signing.ts';

const key = '0123456789abcdef0123456789abcdef';
const nonce = 'abcdefghijkl';
const seal = (text: string, aad = 'transaction') =>
  encrypted.parse({
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: Aes.AesGcm.encrypt(text, key, nonce, aad),
    nonce,
    associated_data: aad,
  });

describe('encrypted content', () => {
  it('of wechatpay-axios-plugin is read, with and without associated data', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('transaction', ''), (text, aad) => {
        expect(decrypt(key, seal(text, aad))).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('is refused if any byte was changed: its tag is checked', () => {
    const sealed = seal('{"amount":{"total":100}}');
    const bytes = Buffer.from(sealed.ciphertext, 'base64');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ by;
        expect(() => decrypt(key, { ...sealed, ciphertext: changed.toString('base64') })).toThrow();
      }),
    );
  });

  it('is refused with another key or other associated data, and when it is too short', () => {
    const sealed = seal('text');
    expect(() => decrypt(key.replace('0', '1'), sealed)).toThrow();
    expect(() => decrypt(key, { ...sealed, associated_data: 'refund' })).toThrow();
    expect(() => decrypt(key, { ...sealed, ciphertext: 'AAAA' })).toThrow();
  });
});
