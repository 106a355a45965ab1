import { createCipheriv, type KeyObject } from 'node:crypto';
import { makeCertificate } from '../core/certificate.ts';
import { beijingIso } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { newPrivateKey, newSerial, privateKey, strangersKey } from '../core/keys.ts';
import { alphanumeric } from '../core/random.ts';

const certificateYears = 5;

export interface SigningKey {
  serial: string;
  key: KeyObject;
}

/** WeChat's own keys: the public key that new merchants use, and the platform certificates of old ones. */
export interface KeyRing {
  bySerial(serial: string | undefined): SigningKey | undefined;
  current(): SigningKey;
  /** Notices are signed with either kind, in turn, while a merchant moves from one to the other. */
  forNotice(): SigningKey;
  /** A key that is not WeChat's. */
  stranger(): KeyObject;
  /** A new certificate takes over. */
  rotate(): SigningKey & { certificate: string };
  /** The answer to GET /v3/certificates. */
  certificates(): unknown;
}

export function makeKeyRing(
  { keys: { wechat: keys }, clocks }: Context,
  noticeKeys: () => 'publicKey' | 'mixed',
): KeyRing {
  const publicKey: SigningKey = { serial: keys.publicKeyId, key: privateKey(keys.publicKeyKey) };
  const certificate = (serial: string, pem: string) => {
    const key = privateKey(pem);
    const from = new Date(clocks.now() - 60_000);
    const until = new Date(from.getTime() + certificateYears * 365 * 86_400_000);
    return { serial, key, from, until, certificate: makeCertificate(key, serial, from, until) };
  };
  const all = [certificate(keys.certificateSerial, keys.certificateKey)];
  const newest = () => all.at(-1) as (typeof all)[number];
  let rotated = false;
  let turn = 0;
  return {
    bySerial: (serial) => [publicKey, ...all].find((key) => key.serial === serial),
    current: () => (rotated ? newest() : publicKey),
    forNotice() {
      if (rotated) return newest();
      turn += 1;
      return noticeKeys() === 'mixed' && turn % 2 === 0 ? newest() : publicKey;
    },
    stranger: strangersKey(),
    rotate() {
      all.push(certificate(newSerial(), newPrivateKey()));
      rotated = true;
      return newest();
    },
    certificates: () => ({
      data: all.map((each) => ({
        serial_no: each.serial,
        effective_time: beijingIso(each.from.getTime()),
        expire_time: beijingIso(each.until.getTime()),
        encrypt_certificate: encrypt(keys.apiV3Key, 'certificate', each.certificate),
      })),
    }),
  };
}

export function encrypt(apiV3Key: string, associatedData: string, text: string) {
  const nonce = alphanumeric(12);
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce);
  cipher.setAAD(Buffer.from(associatedData));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: ciphertext.toString('base64'),
    associated_data: associatedData,
    nonce,
  };
}
