import type { KeyObject } from 'node:crypto';
import { newPrivateKey, privateKey, publicPem, strangersKey } from '../core/keys.ts';

/** Alipay's own key. Its answers and notices name no key, so a new one takes over at once. */
export interface PlatformKey {
  current(): KeyObject;
  /** A key that is not Alipay's. */
  stranger(): KeyObject;
  /** Returns the new public key, which the merchant copies from Alipay's pages. */
  rotate(): string;
}

export function makePlatformKey(pem: string): PlatformKey {
  let key = privateKey(pem);
  return {
    current: () => key,
    stranger: strangersKey(),
    rotate() {
      const fresh = newPrivateKey();
      key = privateKey(fresh);
      return publicPem(fresh);
    },
  };
}
