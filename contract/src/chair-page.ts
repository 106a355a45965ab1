import { z } from 'zod';
import { defineCalls } from './call.ts';
import { currency, deviceNumber, id, instant } from './fields.ts';
import { type Language, languages } from './languages.ts';
import { limits } from './limits.ts';
import type { Operator } from './operator.ts';
import { advert, price } from './starting.ts';
import { cardStates } from './values.ts';

const freeChair = z.object({ deviceId: z.string(), name: z.string() });
export type FreeChair = z.output<typeof freeChair>;

const card = z.object({
  deviceId: z.string(),
  name: z.string(),
  outletId: id,
  outletName: z.string(),
  address: z.string(),
  currency,
  state: z.enum(cardStates).describe('`yours` for the token whose paid or running order holds the chair'),
  freeAt: instant.nullable().describe('when a chair in use will be free'),
  orderId: id.nullable().describe("the caller's order that holds the chair, or whose payment is being confirmed"),
  unpaidOrderId: id.nullable().describe("the caller's unpaid order, on whichever chair"),
  runningOrderId: id.nullable().describe("the caller's order that holds another chair"),
  prices: z.array(price),
  payTypes: z.array(z.string()).describe('the ways to pay at this chair'),
  adverts: z.array(advert),
  servicePhone: z.string().describe("the outlet's own, else that of the installation"),
  language: z.enum(languages).nullable().optional().describe("of the outlet's pages, where the phone has none of ours"),
  freeChairs: z.array(freeChair).describe('as `/data-centre/free-chairs`, where this one is not free'),
  serverTime: instant.nullable().describe("the server's clock, to count down to `freeAt`; null where that is null"),
});
export type ChairCard = z.output<typeof card>;

/** What a chair's page is rendered from, on the server and in the browser. */
export interface ChairPageState {
  language: Language;
  /** Names of gears and ways to pay. */
  labels: { gear: Record<string, string>; payType: Record<string, string> };
  /** Null if the chair does not exist, or if the page has to fetch it. */
  card: ChairCard | null;
  unknown: boolean;
  /** Whose chairs these are; missing where the operator gave no name. */
  operator?: Operator;
  /** The version of the agreements that the payer accepts. Null if the form is not posted to this server. */
  agreements: string | null;
  /** The earlier choices, if the page is shown again. */
  choice?: PayChoice;
  /** Why the page is shown again. */
  refusal?: { message: string; isCoupon: boolean };
}

export interface PayChoice {
  priceId?: string;
  payType?: string;
  coupon?: string;
}

export const chairPage = defineCalls({
  get: {
    method: 'GET',
    path: '/data-centre/chair',
    access: 'public',
    priority: 'guest',
    summary: "All that a chair's page shows: state, prices and ways to pay. With a token also the caller's own orders",
    input: z.object({ deviceId: deviceNumber }),
    output: card,
    errors: ['unknownDevice'],
  },
  freeChairs: {
    method: 'GET',
    path: '/data-centre/free-chairs',
    access: 'public',
    priority: 'guest',
    summary: `Up to ${limits.freeChairs} other chairs of the same outlet and price group that are free now; ${limits.freeChairsPerMinute} calls a minute for an address`,
    input: z.object({ deviceId: deviceNumber }),
    output: z.object({ rows: z.array(freeChair) }),
    errors: ['unknownDevice'],
  },
});
