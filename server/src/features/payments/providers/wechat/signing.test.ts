import { createPrivateKey, createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Formatter, Rsa } from 'wechatpay-axios-plugin';
import { makeRsaKeys } from '../../../../testing/rsa-keys.ts';
import { authorization, bridgeParams, signedHeaders, toleranceSeconds, whyForged } from './signing.ts';

const keys = makeRsaKeys();
const key = createPrivateKey(keys.privateKey);
const publicKey = createPublicKey(keys.publicKey);
const merchant = { mchId: '1900000001', serial: '5F3A', key };
const now = new Date('2026-11-15T05:29:35Z');
const seconds = now.getTime() / 1000;

describe('our signature', () => {
  it('of a request is what wechatpay-axios-plugin verifies, and its header has the same form', () => {
    const target = '/v3/pay/transactions/out-trade-no/ab12_1_1?mchid=1900000001';
    fc.assert(
      fc.property(fc.constantFrom('GET', 'POST'), fc.string({ unit: 'grapheme' }), (method, body) => {
        const header = authorization(merchant, { method, target, body }, now, 'nonce');
        const signature = /signature="([^"]+)"/.exec(header)?.[1] ?? '';
        expect(Rsa.verify(Formatter.request(method, target, seconds, 'nonce', body), signature, publicKey)).toBe(true);
        expect(header).toBe(Formatter.authorization('1900000001', 'nonce', signature, String(seconds), '5F3A'));
      }),
      { numRuns: 20 },
    );
  });

  it('of the bridge covers app, time, nonce and package', () => {
    const params = bridgeParams('wx123', key, 'wx15132935', now, 'nonce');
    const message = Formatter.joinedByLineFeed('wx123', String(seconds), 'nonce', 'prepay_id=wx15132935');
    expect(Rsa.verify(message, params.paySign ?? '', publicKey)).toBe(true);
    expect(params).toMatchObject({ timeStamp: String(seconds), package: 'prepay_id=wx15132935', signType: 'RSA' });
  });

  it('of the bridge is made with a new nonce every time', () => {
    const nonces = [1, 2].map(() => bridgeParams('wx123', key, 'wx1', now).nonceStr);
    expect(new Set(nonces).size).toBe(2);
  });
});

describe('a message of WeChat', () => {
  const sign = (body: Uint8Array, timestamp = seconds) => ({
    timestamp: String(timestamp),
    nonce: 'nonce',
    serial: 'PUB_KEY_ID_1',
    signature: Rsa.sign(
      Buffer.concat([Buffer.from(`${timestamp}\nnonce\n`), body, Buffer.from('\n')]) as never,
      keys.privateKey,
    ),
  });

  it('is verified over its raw bytes, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (body) => {
        expect(whyForged(sign(body), body, publicKey, now)).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });

  it('without a body has the form of wechatpay-axios-plugin', () => {
    const signature = Rsa.sign(Formatter.response(String(seconds), 'nonce', ''), keys.privateKey);
    expect(whyForged({ ...sign(Buffer.alloc(0)), signature }, Buffer.alloc(0), publicKey, now)).toBeUndefined();
  });

  it('is refused once a byte was changed', () => {
    const body = Buffer.from('{"amount":100}');
    const headers = sign(body);
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(body);
        changed[at] = (changed[at] ?? 0) ^ by;
        expect(whyForged(headers, changed, publicKey, now)).toBe('its signature is wrong');
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['a probe', { signature: 'WECHATPAY/SIGNTEST/OGRiMTA=' }, 'its signature is wrong'],
    ['garbage', { signature: '%%% not base64 \u0000' }, 'its signature is wrong'],
    ['a time that is no number', { timestamp: '1e9' }, 'its timestamp is not a number'],
  ])('is refused without an exception for %s', (_name, changed, why) => {
    const body = Buffer.from('{}');
    expect(whyForged({ ...sign(body), ...changed }, body, publicKey, now)).toBe(why);
  });

  it('never throws, whatever the signature contains', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (signature) => {
        expect(whyForged({ ...sign(Buffer.alloc(0)), signature }, Buffer.alloc(0), publicKey, now)).toBeDefined();
      }),
    );
  });

  it('is refused from five minutes on, in the past and in the future', () => {
    const body = Buffer.from('{}');
    for (const direction of [-1, 1]) {
      const just = sign(body, seconds + direction * (toleranceSeconds - 1));
      const off = sign(body, seconds + direction * toleranceSeconds);
      expect(whyForged(just, body, publicKey, now)).toBeUndefined();
      expect(whyForged(off, body, publicKey, now)).toBe('its timestamp is off');
    }
  });

  it('is refused if its key is unknown, or a header is missing', () => {
    const body = Buffer.from('{}');
    expect(whyForged(sign(body), body, undefined, now)).toBe('its serial PUB_KEY_ID_1 is unknown');
    const headers = new Map([['wechatpay-timestamp', '1']]);
    expect(signedHeaders((name) => headers.get(name))).toBeUndefined();
  });
});
