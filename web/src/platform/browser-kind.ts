export const browserKinds = ['wechat', 'alipay', 'other'] as const;
export type BrowserKind = (typeof browserKinds)[number];

export function browserKindOf(userAgent: string): BrowserKind {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  if (/AlipayClient|AliApp\(AP/i.test(userAgent)) return 'alipay';
  return 'other';
}

/** Detected once: a page does not change its host. */
export const browserKind: BrowserKind = browserKindOf(globalThis.navigator?.userAgent ?? '');
