import { z } from 'zod';
import { agreed } from './agreements.ts';
import type { OutputOf } from './call.ts';
import type { dictionary } from './dictionary.ts';
import { deviceNumber, id, optional, payType, text } from './fields.ts';
import type { Language } from './languages.ts';
import type { Order } from './orders.ts';
import { patience } from './starting.ts';

/** What the form of a chair's page posts to `payPath`. */
export const payForm = z.object({
  deviceId: deviceNumber,
  priceId: id,
  payType,
  coupon: optional(text(32)).describe('the number of a coupon or of a cash coupon'),
  agreed,
  patience,
});
export type PayForm = z.output<typeof payForm>;

/** How a payment continues on a page without scripts. */
export type Onward =
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; text: string }
  /** The wallet's own bridge, which needs scripts. */
  | { kind: 'bridge' };

/** What the page of an order is rendered from, for a browser without scripts. */
export interface PayPageState {
  language: Language;
  /** The address to which this page refreshes itself. */
  address: string;
  /** The names of the values that an order has, in that language. */
  labels: Pick<OutputOf<(typeof dictionary)['get']>, 'orderStatus' | 'gear' | 'payType'>;
  /** Null where nobody may see that order here. */
  order: Order | null;
  onward: Onward | null;
  /** Seconds until the provider is asked, where others at the same address come first. */
  wait: number | null;
  /** The key in the address, with which the order is shown without a session. */
  key: string | null;
}
