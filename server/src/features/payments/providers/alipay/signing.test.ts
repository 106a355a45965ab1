import { createPrivateKey, createPublicKey } from 'node:crypto';
import { AlipaySdk } from 'alipay-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signAsAlipay } from '../../../../testing/alipay-merchant.ts';
import { makeRsaKeys } from '../../../../testing/rsa-keys.ts';
import { isSigned } from '../shared/rsa.ts';
import { isGenuine, objectBytes, signParams } from './signing.ts';

const keys = makeRsaKeys();
const privateKey = createPrivateKey(keys.privateKey);
const publicKey = createPublicKey(keys.publicKey);
const sdk = new AlipaySdk({
  appId: '2021000000000001',
  privateKey: keys.privateKey,
  keyType: 'PKCS8',
  alipayPublicKey: keys.publicKey,
});

const values = fc.dictionary(
  fc.stringMatching(/^[a-z][a-z_]{0,8}$/).filter((name) => !['sign', 'sign_type'].includes(name)),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  { minKeys: 1 },
);

describe('our signature', () => {
  it('is what alipay-sdk verifies', () => {
    fc.assert(
      fc.property(values, (params) => {
        const { sign, ...signed } = signParams(params, privateKey);
        const text = Object.keys(signed)
          .toSorted()
          .map((name) => `${name}=${signed[name]}`)
          .join('&');
        expect(sdk.rsaCheck(text, sign ?? '')).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('is the one that alipay-sdk makes for the same page', () => {
    const url = new URL(
      sdk.pageExecute('alipay.trade.wap.pay', 'GET', {
        bizContent: { out_trade_no: 'ab12_1_1', subject: '按摩 15 分钟' },
      }),
    );
    const { sign, ...params } = Object.fromEntries(url.searchParams);
    expect(signParams(params, privateKey).sign).toBe(sign);
  });
});

describe('a notice', () => {
  it('that we accept is one that alipay-sdk accepts', () => {
    fc.assert(
      fc.property(values, fc.boolean(), (params, withType) => {
        const { sign } = signParams(withType ? { ...params, sign_type: 'RSA2' } : params, privateKey);
        const notice = { ...params, sign_type: 'RSA2', sign: sign ?? '' };
        expect(isGenuine(notice, publicKey)).toBe(true);
        expect(sdk.checkNotifySignV2(notice)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('is refused once a value was changed, and never throws', () => {
    const notice = { ...signParams({ total_amount: '1.00' }, privateKey), sign_type: 'RSA2' };
    expect(isGenuine({ ...notice, total_amount: '9.00' }, publicKey)).toBe(false);
    expect(isGenuine({ ...notice, more: '1' }, publicKey)).toBe(false);
    expect(isGenuine({ ...notice, sign_type: 'MD5' }, publicKey)).toBe(true); // the algorithm that it claims does not matter
    expect(isGenuine({ total_amount: '1.00' }, publicKey)).toBe(false);
    fc.assert(fc.property(fc.string(), (sign) => !isGenuine({ total_amount: '1.00', sign }, publicKey)));
  });
});

describe('an answer', () => {
  it('is verified over the exact bytes of its object, like alipay-sdk does', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', ' ', '\n  '), (value, space) => {
        const inner = `{"code":"10000",${space}"note":${JSON.stringify(value)},"more":{"a":"}\\"{"}}`;
        const sign = signAsAlipay(inner, keys.privateKey);
        const raw = `{"alipay_trade_query_response":${inner},"sign":"${sign}"}`;
        const bytes = objectBytes(Buffer.from(raw), 'alipay_trade_query_response');
        expect(bytes?.toString()).toBe(inner);
        expect(isSigned(publicKey, bytes ?? Buffer.alloc(0), sign)).toBe(true);
        expect(() => sdk.checkResponseSign(raw, 'alipay_trade_query_response', sign, '')).not.toThrow();
      }),
    );
  });

  it('without the object, or with one that does not end, has no bytes to verify', () => {
    expect(objectBytes(Buffer.from('{"error_response":{}}'), 'alipay_trade_query_response')).toBeUndefined();
    expect(objectBytes(Buffer.from('{"a_response":{"b":"}"'), 'a_response')).toBeUndefined();
  });
});
