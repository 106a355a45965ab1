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
  priceGroup: row.price_group,
  devices: row.devices,
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

/** The currency is fixed from then on. */
export const addOutlet = (admin: Admin, details: OutletDetails & { currency: Currency }): Promise<Outlet> =>
  transaction(admin.pool, async (db) => {
    const { name, address, latitude, longitude, currency, timeZone } = details;
    const { id } = await sql.insert.one(db, name, address, latitude, longitude, currency, timeZone);
    const outlet = await findOutlet(db, id);
    await record(db, admin.actor, 'outlet add', `outlet ${id}`, null, outlet);
    return outlet;
  });

export const editOutlet = (admin: Admin, outletId: number, changes: OutletChanges): Promise<Outlet> =>
  transaction(admin.pool, async (db) => {
    const before = await lockOutlet(db, outletId);
    const {
      name = before.name,
      address = before.address,
      latitude = before.latitude,
      longitude = before.longitude,
      timeZone = before.timeZone,
    } = changes;
    await sql.update(db, outletId, name, address, latitude, longitude, timeZone);
    const after = await findOutlet(db, outletId);
    await record(db, admin.actor, 'outlet edit', `outlet ${outletId}`, before, after);
    return after;
  });
