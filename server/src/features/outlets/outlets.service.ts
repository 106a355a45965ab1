import { currencies as allCurrencies, type Currency } from '@recline/contract/money';
import { offsetIn } from '../../platform/calendar.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { type Caller, requireOutlet } from '../../platform/http/caller.ts';
import { parseId } from '../../platform/ids.ts';
import * as sql from './outlets.sql.ts';

/** The outlets of a manager's request, and the currency and offset of its answer. */
export interface Scope {
  outletIds: number[];
  /** The outlets with that currency. */
  inCurrency: number[];
  currency: Currency;
  currencies: Currency[];
  /** Minutes east of UTC. */
  offset: number;
}

/** A reader of certain outlets: a manager, or an operator, who sees all. */
export type OutletViewer = Pick<Caller, 'outletIds'>;

export interface Question {
  outletId?: string | undefined;
  currency?: Currency | undefined;
}

interface Facts {
  currency: Currency;
  timeZone: string;
}

// Currency and time zone hardly ever change; a change takes effect within this time.
const factsTtlMs = 30_000;

export function makeOutlets({ pool, clock, currency }: { pool: Pool; clock: Clock; currency: Currency }) {
  const known = new Map<number, Facts>();
  let knownSince = 0;

  /** Cached, because every statistics call needs them. The cache may be cleared while this call waits for a query. */
  async function factsOf(outletIds: number[]): Promise<Map<number, Facts>> {
    const now = clock().getTime();
    if (Math.abs(now - knownSince) > factsTtlMs) {
      known.clear();
      knownSince = now;
    }
    const found = new Map(outletIds.flatMap((id) => entryOf(known, id)));
    const missing = outletIds.filter((id) => !found.has(id));
    if (missing.length === 0) return found;
    for (const { id, currency: its, time_zone: timeZone } of await sql.outletFacts(pool, missing)) {
      known.set(id, { currency: its, timeZone });
      found.set(id, { currency: its, timeZone });
    }
    return found;
  }

  /** The manager's outlets, or the one asked for. Without an offset the first outlet's time zone counts. */
  async function scopeOf(caller: OutletViewer, question: Question, offset: number | undefined): Promise<Scope> {
    const outletIds = outletsAsked(caller, question.outletId);
    const facts = await factsOf(outletIds);
    const [first] = outletIds.flatMap((id) => facts.get(id) ?? []);
    const chosen = question.currency ?? first?.currency ?? currency;
    const inUse = new Set([...facts.values()].map((each) => each.currency));
    return {
      outletIds,
      inCurrency: outletIds.filter((id) => facts.get(id)?.currency === chosen),
      currency: chosen,
      currencies: allCurrencies.filter((each) => inUse.has(each)),
      offset: offset ?? (first ? offsetIn(first.timeZone, clock()) : 0),
    };
  }

  async function place(outletId: string): Promise<sql.PlaceRow> {
    const row = await sql.placeOf.maybe(pool, parseId(outletId));
    if (!row) throw fail('notFound');
    return row;
  }

  return {
    scopeOf,
    place,
    list: (caller: Caller, keyword: string | undefined) => sql.listOutlets(pool, caller.outletIds, keyword ?? null),
    async setPlace(caller: Caller, outletId: string, latitude: number, longitude: number, address: string) {
      await sql.setPlace.one(pool, requireOutlet(caller, parseId(outletId)), latitude, longitude, address);
    },
  };
}

export type Outlets = ReturnType<typeof makeOutlets>;

/** All outlets of the manager, or the one of them that it names. */
export const outletsAsked = (caller: OutletViewer, outletId: string | undefined): number[] =>
  outletId === undefined ? caller.outletIds : [requireOutlet(caller, parseId(outletId))];

function entryOf(known: ReadonlyMap<number, Facts>, id: number): [number, Facts][] {
  const facts = known.get(id);
  return facts ? [[id, facts]] : [];
}
