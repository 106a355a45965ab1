export type BrowserKind = 'wechat' | 'alipay' | 'other';

export function browserKindOf(userAgent: string): BrowserKind {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  if (/AlipayClient|AliApp\(AP/i.test(userAgent)) return 'alipay';
  return 'other';
}

/** Detected once: a page does not change its host. */
export const browserKind: BrowserKind = browserKindOf(globalThis.navigator?.userAgent ?? '');
