import type { Language } from '@recline/contract/languages';
import type { Currency } from '@recline/contract/money';
import { type Admin, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import * as sql from './outlets.admin.sql.ts';

export interface OutletDetails {
  name: string;
  address: string;
  latitude: number;
  longitude: number;
  timeZone: string;
  /** Language of its pages if the phone has none of ours; null: that of the installation. */
  language: Language | null;
  /** Service phone on its pages; null: that of the installation. */
  servicePhone: string | null;
}

/** The details to change; the others stay. */
export type OutletChanges = { [K in keyof OutletDetails]?: OutletDetails[K] | undefined };

const toOutlet = (row: sql.OutletRow) => ({
  outletId: String(row.id),
  name: row.name,
  address: row.address,
  latitude: row.latitude,
  longitude: row.longitude,
  currency: row.currency,
  timeZone: row.time_zone,
  language: row.language,
  servicePhone: row.service_phone,
  priceGroup: row.price_group,
  devices: row.devices,
  closedAt: row.closed_at,
});
export type Outlet = ReturnType<typeof toOutlet>;

export const listOutlets = async (db: Db): Promise<Outlet[]> => (await sql.selectAll(db)).map(toOutlet);

export async function findOutlet(db: Db, outletId: number): Promise<Outlet> {
  const row = await sql.selectOne.maybe(db, outletId);
  if (!row) throw refuse('outletNotFound', { outletId });
  return toOutlet(row);
}

/** The outlet, locked until the transaction ends. */
export async function lockOutlet(db: Db, outletId: number): Promise<Outlet> {
  await sql.lock(db, outletId);
  return findOutlet(db, outletId);
}

/** Expects a transaction that has locked the outlet. Null: open. */
export async function setOutletClosed(db: Db, outletId: number, closedAt: Date | null): Promise<Outlet> {
  await sql.setClosed(db, outletId, closedAt);
  return findOutlet(db, outletId);
}

export const reopenOutlet = (admin: Admin, outletId: number): Promise<Outlet> =>
  transaction(admin.pool, async (db) => {
    const before = await lockOutlet(db, outletId);
    if (!before.closedAt) throw refuse('outletNotClosed', { outletId });
    const after = await setOutletClosed(db, outletId, null);
    await record(db, admin.actor, 'outlet open', `outlet ${outletId}`, before, after);
    return after;
  });

const rowOf = ({ name, address, latitude, longitude, timeZone, language, servicePhone }: OutletDetails) =>
  [name, address, latitude, longitude, timeZone, language, servicePhone] as const;

/** The currency is fixed from then on. */
export const addOutlet = (admin: Admin, details: OutletDetails & { currency: Currency }): Promise<Outlet> =>
  transaction(admin.pool, async (db) => {
    const { id } = await sql.insert.one(db, ...rowOf(details), details.currency);
    const outlet = await findOutlet(db, id);
    await record(db, admin.actor, 'outlet add', `outlet ${id}`, null, outlet);
    return outlet;
  });

export const editOutlet = (admin: Admin, outletId: number, changes: OutletChanges): Promise<Outlet> =>
  transaction(admin.pool, async (db) => {
    const before = await lockOutlet(db, outletId);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    await sql.update(db, ...rowOf({ ...before, ...given }), outletId);
    const after = await findOutlet(db, outletId);
    await record(db, admin.actor, 'outlet edit', `outlet ${outletId}`, before, after);
    return after;
  });
