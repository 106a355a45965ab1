import type { ChairEvent } from '@recline/contract/topics';
import { minutesAfter } from '../../../platform/instants.ts';
import { countCoins } from '../../devices/index.ts';
import type { Orders } from '../environment.ts';
import type { OrderState } from '../lifecycle/lifecycle.rules.ts';
import { type OrderTx, place } from '../lifecycle/lifecycle.service.ts';
import { type ChairUse, type CoinSuspicion, coinSuspicion, coinTimes } from './coins.rules.ts';
import { chairUse, coinTerms, linkCoin } from './coins.sql.ts';

interface Coin {
  event: Extract<ChairEvent, { type: 'coin' }>;
  at: Date;
  receivedAt: Date;
}

interface Chair {
  deviceId: string;
  outletId: number;
}

export interface MarkedCoin {
  deviceId: string;
  eventId: string;
  orderId: number;
  amount: number;
  currency: string;
  suspicion: CoinSuspicion;
}

/**
 * Creates an order for a coin, whatever state the chair is in: money is never dropped. Adds suspicious coins to
 * `marked`.
 */
export async function placeCoin(tx: OrderTx, chair: Chair, coin: Coin, marked: MarkedCoin[]): Promise<void> {
  const { deviceId } = chair;
  const { eventId, amount, currency, coins, totalCoins } = coin.event;
  await countCoins(tx.db, deviceId, coins, totalCoins, coin.receivedAt);
  const { id: orderId } = await placeOnChair(tx, chair, coin);
  const suspicion = coinSuspicion(coin.event, await coinTerms.one(tx.db, deviceId));
  await linkCoin(tx.db, deviceId, eventId, orderId, suspicion);
  if (suspicion) marked.push({ deviceId, eventId, orderId, amount, currency, suspicion });
}

/**
 * The order runs if the chair is free. If a start takes the chair at the same moment, the coin's order is booked as
 * overlapping.
 */
async function placeOnChair(tx: OrderTx, chair: Chair, coin: Coin): Promise<OrderState> {
  const { deviceId } = chair;
  const use = await chairUse.one(tx.db, deviceId, coin.at, minutesAfter(coin.at, coin.event.minutes));
  const taken = { held: true, overlapping: true };
  const placed = (await placeWith(tx, chair, coin, use)) ?? (await placeWith(tx, chair, coin, taken));
  if (!placed) throw new Error(`the coin ${coin.event.eventId} of chair ${deviceId} could not be placed`);
  return placed;
}

function placeWith(tx: OrderTx, { deviceId, outletId }: Chair, { event, at, receivedAt }: Coin, use: ChairUse) {
  const { eventId, gear, minutes, amount, currency } = event;
  const order = {
    ...coinBase,
    ...coinTimes(at, minutes, use, receivedAt),
    device_id: deviceId,
    outlet_id: outletId,
    gear,
    minutes,
    list_amount: amount,
    amount,
    currency,
    created_at: receivedAt,
  };
  return place(tx, { order, cash: { provider: 'coin', ref: eventId } });
}

const coinBase = {
  type: 'coin',
  pay_type: 'coin',
  placed_by: null,
  request_id: null,
  coupon_no: null,
  coupon_property: null,
  cash_coupon_no: null,
} as const;

/** `recline status` shows them as well. */
export function reportMarked({ log, metrics }: Pick<Orders, 'log' | 'metrics'>, coin: MarkedCoin): void {
  metrics.suspiciousCoins.inc({ reason: coin.suspicion });
  log.warn(coin, 'a coin of another currency than its outlet, or above any price there, was booked and marked');
}
