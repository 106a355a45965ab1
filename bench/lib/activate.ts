import { randomUUID } from 'node:crypto';
import { starting } from '@recline/contract/starting';
import type { Caller } from './caller.ts';

interface StartAnswer {
  orderId: string;
  status: string;
  payUrl?: string;
}

interface Start {
  kind: string;
  deviceId: string;
  priceId: string;
  payType: 'cash' | 'sandbox';
  token: string;
  begun?: number;
}

/** Requests a start of a chair; see `Caller.call` for the result. */
export const activate = (
  call: Caller['call'],
  { kind, token, begun, ...input }: Start,
): Promise<StartAnswer | undefined> =>
  call<StartAnswer>({
    kind,
    method: 'POST',
    path: starting.activate.path,
    token,
    begun,
    input: { ...input, requestId: randomUUID() },
  });
