import type { Language } from '@recline/contract/languages';
import { statement } from '../../platform/db.ts';

export interface ShownAdvertRow {
  id: number;
  title: string;
  image_url: string;
  link_url: string | null;
  language: Language | null;
}

/** The adverts that guests of the outlet $1 see at the moment $2. */
export const advertsOfOutlet = statement<ShownAdvertRow, [number, Date]>(
  'adverts.ofOutlet',
  `SELECT id, title, image_url, link_url, language FROM adverts
   WHERE (outlet_id IS NULL OR outlet_id = $1) AND starts_at <= $2 AND (ends_at IS NULL OR ends_at > $2)
   ORDER BY position, id`,
);

export const pictureByName = statement<{ content_type: string; content: Buffer }, [string]>(
  'adverts.picture',
  'SELECT content_type, content FROM advert_pictures WHERE name = $1',
);
