import type { Gear } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { type Admin, change, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { assignPriceGroup, findOutlet, lockOutlet, type Outlet } from '../outlets/index.ts';
import * as sql from './prices.sql.ts';

export type PriceGroup = sql.GroupRow;

export interface Price {
  gear: Gear;
  minutes: number;
  amount: number;
  recommended: boolean;
}

export interface PriceList {
  group: string;
  currency: Currency;
  prices: Price[];
}

/** A price list, now and before. */
export interface PriceChange extends PriceList {
  before: Price[];
}

const toPrice = ({ gear, minutes, amount, recommended }: Price): Price => ({ gear, minutes, amount, recommended });

const isSame = (one: Price, other: Price): boolean =>
  one.gear === other.gear &&
  one.minutes === other.minutes &&
  one.amount === other.amount &&
  one.recommended === other.recommended;

export const listPriceGroups = (db: Db): Promise<PriceGroup[]> => sql.allGroups(db);

/** The prices on offer, of one group or of all. */
export async function listPrices(db: Db, group?: string) {
  const rows = (await sql.allPrices(db)).filter((row) => group === undefined || row.group_name === group);
  return rows.map(({ group_name, id, ...price }) => ({ group: group_name, priceId: String(id), ...price }));
}

/** The price group, locked until the transaction ends. */
export async function lockPriceGroup(db: Db, name: string): Promise<PriceGroup> {
  const group = await sql.lockGroup.maybe(db, name);
  if (!group) throw refuse('priceGroupNotFound', { name });
  return group;
}

export function requireCurrency(group: PriceGroup, outletCurrency: Currency): void {
  if (group.currency === outletCurrency) return;
  throw refuse('currencyMismatch', { name: group.name, groupCurrency: group.currency, outletCurrency });
}

/** The group of a price list, locked; created if it does not exist. */
export async function groupFor(db: Db, { group: name, currency, prices }: PriceList): Promise<PriceGroup> {
  if (prices.length === 0) throw refuse('priceGroupEmpty', { name });
  const group = (await sql.lockGroup.maybe(db, name)) ?? (await sql.insertGroup.one(db, name, currency));
  if (group.currency !== currency) throw refuse('priceGroupCurrencyFixed', { name, currency: group.currency });
  return group;
}

export const pricesNow = async (db: Db, groupId: number): Promise<Price[]> =>
  (await sql.pricesOf(db, groupId)).map(toPrice);

/** Replaces the prices of a group. Unchanged prices keep their ids. */
export async function replaceGroup(db: Db, { actor, clock }: Pick<Admin, 'actor' | 'clock'>, list: PriceList) {
  const { group: name, currency, prices } = list;
  const group = await groupFor(db, list);
  const before = await sql.pricesOf(db, group.id);
  await replacePrices(db, group, before, prices, clock());
  const changed = { currency, prices: await pricesNow(db, group.id) };
  const old = { currency, prices: before.map(toPrice) };
  await record(db, actor, 'price set', `price group ${name}`, old, changed);
  return { group: name, ...changed, before: old.prices };
}

export const setPrices = (admin: Admin, list: PriceList): Promise<PriceChange> =>
  change(admin, (db) => replaceGroup(db, admin, list));

/** Removed prices are retired, not deleted, so that the audit log can be followed. */
async function replacePrices(db: Db, group: PriceGroup, old: sql.PriceRow[], wanted: Price[], now: Date) {
  for (const price of old) {
    if (!wanted.some((each) => isSame(each, price))) await sql.retirePrice(db, price.id, now);
  }
  for (const price of wanted) {
    if (old.some((each) => isSame(each, price))) continue;
    const { gear, minutes, amount, recommended } = price;
    await sql.insertPrice(db, group.id, gear, minutes, amount, group.currency, recommended);
  }
}

/** Sets the price group of an outlet, or removes it. */
export const setOutletPriceGroup = (admin: Admin, outletId: number, name: string | null): Promise<Outlet> =>
  transaction(admin.pool, async (db) => {
    const group = name === null ? null : await lockPriceGroup(db, name);
    const before = await lockOutlet(db, outletId);
    if (group) requireCurrency(group, before.currency);
    await assignPriceGroup(db, outletId, group?.id ?? null);
    const after = await findOutlet(db, outletId);
    await record(db, admin.actor, 'price assign', `outlet ${outletId}`, before, after);
    return after;
  });
