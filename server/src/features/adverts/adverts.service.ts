import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';

interface AdvertRow {
  id: number | null;
  title: string;
  image_url: string;
  link_url: string | null;
}

/** A chair without adverts gives one row of nulls, an unknown chair none. */
const advertsOfChair = statement<AdvertRow, [string, Date]>(
  'adverts.ofChair',
  `SELECT a.id, a.title, a.image_url, a.link_url FROM devices d
   LEFT JOIN adverts a ON (a.outlet_id IS NULL OR a.outlet_id = d.outlet_id)
     AND a.starts_at <= $2 AND (a.ends_at IS NULL OR a.ends_at > $2)
   WHERE d.id = $1 AND d.retired_at IS NULL ORDER BY a.position, a.id`,
);

export function makeAdverts(pool: Pool, clock: Clock) {
  return {
    async ofChair(deviceId: string) {
      const rows = await advertsOfChair(pool, deviceId, clock());
      if (rows.length === 0) throw fail('unknownDevice');
      return rows
        .filter((row) => row.id !== null)
        .map((row) => ({
          advertId: String(row.id),
          title: row.title,
          imageUrl: row.image_url,
          linkUrl: row.link_url,
        }));
    },
  };
}

export type Adverts = ReturnType<typeof makeAdverts>;
