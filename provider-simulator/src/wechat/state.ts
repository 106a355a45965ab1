export interface WechatPayment {
  number: string;
  type: 'JSAPI' | 'MWEB';
  /** The whole request, in a fixed order: the same number with other parameters is refused. */
  request: string;
  description: string;
  total: number;
  attach?: string;
  notifyUrl: string;
  openid?: string;
  createdAt: number;
  expiresAt: number;
  prepayId: string;
  prepaidAt: number;
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED';
  transactionId?: string;
  paidAt?: number;
}

export interface WechatRefund {
  number: string;
  payment: string;
  request: string;
  refundId: string;
  amount: number;
  notifyUrl?: string;
  status: 'PROCESSING' | 'SUCCESS' | 'ABNORMAL' | 'CLOSED';
  createdAt: number;
  doneAt?: number;
}

export interface WechatState {
  payments: Record<string, WechatPayment>;
  refunds: Record<string, WechatRefund>;
  /** The users who came through the authorisation page; fake ones must not pay. */
  users: Record<string, { fake: boolean }>;
}

export const newWechatState = (): WechatState => ({ payments: {}, refunds: {}, users: {} });

/** JSON with sorted keys, so that equal requests are equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${entries
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`)
    .join(',')}}`;
}
