import type { Currency } from '@recline/contract/money';
import { type Db, statement } from '../../platform/db.ts';

export interface PlaceRow {
  id: number;
  name: string;
  address: string;
  latitude: number;
  longitude: number;
}

export const listOutlets = statement<PlaceRow & { currency: Currency; devices: number }, [number[], string | null]>(
  'outlets.list',
  `SELECT o.id, o.name, o.address, o.latitude, o.longitude, o.currency, o.devices
   FROM outlets o
   WHERE o.id = ANY($1::bigint[]) AND o.closed_at IS NULL
     AND ($2::text IS NULL OR strpos(lower(o.name), lower($2)) > 0 OR strpos(lower(o.address), lower($2)) > 0)
   ORDER BY o.id`,
);

const open = statement<{ id: number }, [number[]]>(
  'outlets.open',
  'SELECT id FROM outlets WHERE id = ANY($1::bigint[]) AND closed_at IS NULL',
);
/** Those of these outlets that are open. */
export const openOutlets = async (db: Db, outletIds: number[]): Promise<number[]> =>
  (await open(db, outletIds)).map(({ id }) => id);

export const placeOf = statement<PlaceRow, [number]>(
  'outlets.place',
  'SELECT id, name, address, latitude, longitude FROM outlets WHERE id = $1',
);

export const setPlace = statement<{ id: number }, [number, number, number, string]>(
  'outlets.setPlace',
  'UPDATE outlets SET latitude = $2, longitude = $3, address = $4 WHERE id = $1 RETURNING id',
);

export interface FactsRow {
  id: number;
  currency: Currency;
  time_zone: string;
}
export const outletFacts = statement<FactsRow, [number[]]>(
  'outlets.facts',
  'SELECT id, currency, time_zone FROM outlets WHERE id = ANY($1::bigint[])',
);

export const countOutlets = statement<{ n: number }, []>('outlets.countAll', 'SELECT count(*) AS n FROM outlets');
