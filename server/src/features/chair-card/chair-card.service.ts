import type { Card } from '@recline/contract/chair-card';
import type { Currency } from '@recline/contract/money';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { toPrice } from '../orders/index.ts';
import { cardState } from './chair-card.rules.ts';
import * as sql from './chair-card.sql.ts';

export interface ChairCardDeps {
  pool: Pool;
  clock: Clock;
  servicePhone: string;
  /** The names of the providers that take this currency in this browser. */
  payTypes(currency: Currency, userAgent: string): string[];
}

const idOf = (id: number | null) => (id === null ? null : String(id));

export function makeChairCard({ pool, clock, servicePhone, payTypes }: ChairCardDeps) {
  /** All that a chair's page shows, for somebody with or without an account. */
  return async function cardOf(deviceId: string, caller: Caller | null, userAgent: string): Promise<Card> {
    const now = clock();
    const row = await sql.cardOf.maybe(pool, deviceId, caller?.accountId ?? null, now);
    if (!row) throw fail('unknownDevice');
    const state = cardState(row, caller);
    const ownOrder = state === 'yours' ? row.holder_id : state === 'free' ? row.confirming_id : null;
    const others = state === 'free' ? [] : await sql.freeChairs(pool, row.outlet_id, row.id);
    return {
      deviceId: row.id,
      name: row.name,
      outletId: String(row.outlet_id),
      outletName: row.outlet_name,
      address: row.address,
      currency: row.currency,
      state,
      freeAt: row.free_at?.toISOString() ?? null,
      orderId: idOf(ownOrder),
      unpaidOrderId: idOf(row.unpaid_id),
      runningOrderId: idOf(row.running_id),
      prices: (row.prices ?? []).map(toPrice),
      payTypes: payTypes(row.currency, userAgent),
      adverts: row.adverts,
      servicePhone,
      freeChairs: others.map(({ id, name }) => ({ deviceId: id, name })),
      serverTime: row.free_at && now.toISOString(),
    };
  };
}

export type ChairCard = ReturnType<typeof makeChairCard>;
