export type BrowserKind = 'wechat' | 'alipay' | 'other';

export function browserKindOf(userAgent: string): BrowserKind {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  if (/AlipayClient|AliApp\(AP/i.test(userAgent)) return 'alipay';
  return 'other';
}

/** Detected once: the host app of a page does not change. */
export const browserKind: BrowserKind = browserKindOf(globalThis.navigator?.userAgent ?? '');
