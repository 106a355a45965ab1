/** Where a page runs: inside WeChat, inside Alipay, or in another browser. It decides about ways to pay and to scan. */
export const browserKinds = ['wechat', 'alipay', 'other'] as const;
export type BrowserKind = (typeof browserKinds)[number];

export function browserKindOf(userAgent: string): BrowserKind {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  if (/AlipayClient|AliApp\(AP/i.test(userAgent)) return 'alipay';
  return 'other';
}
