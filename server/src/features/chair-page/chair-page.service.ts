import type { ChairCard, FreeChair } from '@recline/contract/chair-page';
import { limits } from '@recline/contract/limits';
import type { Currency } from '@recline/contract/money';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type RateLimit, requireUses, usesFrom } from '../../platform/rate-limit.ts';
import { advertsOf } from '../adverts/index.ts';
import { toPrice } from '../orders/index.ts';
import { cardState } from './chair-page.rules.ts';
import * as sql from './chair-page.sql.ts';

export interface ChairPageDeps {
  pool: Pool;
  clock: Clock;
  servicePhone: string;
  /** The names of the providers that take this currency in this browser. */
  payTypes(currency: Currency, userAgent: string): string[];
}

const idOf = (id: number | null) => (id === null ? null : String(id));

export function makeChairPage({ pool, clock, servicePhone, payTypes }: ChairPageDeps) {
  /** All that a chair's page shows, for somebody with or without an account. */
  return async function cardOf(deviceId: string, caller: Caller | null, userAgent: string): Promise<ChairCard> {
    const now = clock();
    const row = await sql.cardOf.maybe(pool, deviceId, caller?.accountId ?? null);
    if (!row) throw fail('unknownDevice');
    const state = cardState(row, caller);
    const ownOrder = state === 'yours' ? row.holder_id : state === 'free' ? row.confirming_id : null;
    const [adverts, others] = await Promise.all([
      advertsOf(pool, row.outlet_id, now),
      state === 'free' ? [] : freeChairsBeside(pool, row),
    ]);
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
      adverts,
      servicePhone: row.service_phone ?? servicePhone,
      language: row.language,
      freeChairs: others,
      serverTime: row.free_at && now.toISOString(),
    };
  };
}

/** Empty at a closed outlet, or for a chair without prices. */
async function freeChairsBeside(
  db: Db,
  { id: deviceId, outlet_id, price_group_id, closed }: sql.PlaceRow,
): Promise<FreeChair[]> {
  if (closed || price_group_id === null) return [];
  const rows = await sql.freeChairs(db, outlet_id, deviceId, price_group_id);
  return rows.map(({ id, name }) => ({ deviceId: id, name }));
}

export const freeChairsLimit: RateLimit = { scope: 'free chairs', max: limits.freeChairsPerMinute, windowMs: 60_000 };

/** Chairs that a guest may use instead of this one. */
export async function findFreeChairs(
  { pool, clock }: Pick<ChairPageDeps, 'pool' | 'clock'>,
  deviceId: string,
  address: string,
): Promise<FreeChair[]> {
  await transaction(pool, (db) => requireUses(db, usesFrom(freeChairsLimit, address), clock()));
  const chair = await sql.placeOf.maybe(pool, deviceId);
  if (!chair) throw fail('unknownDevice');
  return freeChairsBeside(pool, chair);
}

export type ChairPage = ReturnType<typeof makeChairPage>;
