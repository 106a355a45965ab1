import type { Currency } from '@recline/contract/money';
import { statement } from '../../platform/db.ts';

export interface OutletRow {
  id: number;
  name: string;
  address: string;
  latitude: number;
  longitude: number;
  currency: Currency;
  time_zone: string;
  price_group: string | null;
  devices: number;
}

const selection = `SELECT o.id, o.name, o.address, o.latitude, o.longitude, o.currency, o.time_zone,
    g.name AS price_group, o.devices
  FROM outlets o LEFT JOIN price_groups g ON g.id = o.price_group_id`;

export const selectAll = statement<OutletRow, []>('outlets.admin.all', `${selection} ORDER BY o.id`);
export const selectOne = statement<OutletRow, [number]>('outlets.admin.one', `${selection} WHERE o.id = $1`);
export const lock = statement<never, [number]>('outlets.admin.lock', 'SELECT FROM outlets WHERE id = $1 FOR UPDATE');

export const insert = statement<{ id: number }, [string, string, number, number, Currency, string]>(
  'outlets.admin.insert',
  `INSERT INTO outlets (name, address, latitude, longitude, currency, time_zone)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
);

export const update = statement<never, [number, string, string, number, number, string]>(
  'outlets.admin.update',
  'UPDATE outlets SET name = $2, address = $3, latitude = $4, longitude = $5, time_zone = $6 WHERE id = $1',
);
