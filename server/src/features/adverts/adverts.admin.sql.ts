import type { Language } from '@recline/contract/languages';
import { statement } from '../../platform/db.ts';

export interface AdvertRow {
  id: number;
  outlet_id: number | null;
  title: string;
  image_url: string;
  link_url: string | null;
  position: number;
  starts_at: Date;
  ends_at: Date | null;
  language: Language | null;
}

export const selectAll = statement<AdvertRow, []>(
  'adverts.admin.all',
  'SELECT * FROM adverts ORDER BY outlet_id NULLS FIRST, position, id',
);
export const lock = statement<AdvertRow, [number]>(
  'adverts.admin.lock',
  'SELECT * FROM adverts WHERE id = $1 FOR UPDATE',
);
export const insert = statement<
  { id: number },
  [number | null, string, string, string | null, number, Date, Date | null, Language | null]
>(
  'adverts.admin.insert',
  `INSERT INTO adverts (outlet_id, title, image_url, link_url, position, starts_at, ends_at, language)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
);
export const insertPicture = statement<never, [number, string, string, Buffer]>(
  'adverts.admin.insertPicture',
  'INSERT INTO advert_pictures (advert_id, name, content_type, content) VALUES ($1, $2, $3, $4)',
);
export const remove = statement<never, [number]>('adverts.admin.delete', 'DELETE FROM adverts WHERE id = $1');
