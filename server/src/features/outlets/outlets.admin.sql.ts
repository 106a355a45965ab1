import type { Language } from '@recline/contract/languages';
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
  language: Language | null;
  service_phone: string | null;
  price_group: string | null;
  devices: number;
  closed_at: Date | null;
}

const selection = `SELECT o.id, o.name, o.address, o.latitude, o.longitude, o.currency, o.time_zone,
    o.language, o.service_phone, g.name AS price_group, o.devices, o.closed_at
  FROM outlets o LEFT JOIN published_price_groups g ON g.id = o.price_group_id`;

export const selectAll = statement<OutletRow, []>('outlets.admin.all', `${selection} ORDER BY o.id`);
export const selectOne = statement<OutletRow, [number]>('outlets.admin.one', `${selection} WHERE o.id = $1`);
export const lock = statement<never, [number]>('outlets.admin.lock', 'SELECT FROM outlets WHERE id = $1 FOR UPDATE');

type Details = [
  name: string,
  address: string,
  latitude: number,
  longitude: number,
  timeZone: string,
  language: Language | null,
  servicePhone: string | null,
];

export const insert = statement<{ id: number }, [...Details, Currency]>(
  'outlets.admin.insert',
  `INSERT INTO outlets (name, address, latitude, longitude, time_zone, language, service_phone, currency)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
);

export const update = statement<never, [...Details, number]>(
  'outlets.admin.update',
  `UPDATE outlets SET name = $1, address = $2, latitude = $3, longitude = $4, time_zone = $5, language = $6,
     service_phone = $7 WHERE id = $8`,
);

export const setClosed = statement<never, [number, Date | null]>(
  'outlets.admin.setClosed',
  'UPDATE outlets SET closed_at = $2 WHERE id = $1',
);

export const assignPriceGroup = statement<never, [number, number | null]>(
  'outlets.assignPriceGroup',
  'UPDATE outlets SET price_group_id = $2 WHERE id = $1',
);
