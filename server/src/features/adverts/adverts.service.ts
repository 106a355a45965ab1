import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';

export interface ShownAdvert {
  advertId: string;
  title: string;
  imageUrl: string;
  linkUrl: string | null;
}

/** What the guests of a chair are shown at that moment, as JSON, in queries over `devices` under that alias. */
export const advertsShown = (device: string, at: string): string =>
  `(SELECT coalesce(json_agg(json_build_object('advertId', a.id::text, 'title', a.title, 'imageUrl', a.image_url,
      'linkUrl', a.link_url) ORDER BY a.position, a.id), '[]') FROM adverts a
    WHERE (a.outlet_id IS NULL OR a.outlet_id = ${device}.outlet_id)
      AND a.starts_at <= ${at} AND (a.ends_at IS NULL OR a.ends_at > ${at}))`;

const advertsOfChair = statement<{ adverts: ShownAdvert[] }, [string, Date]>(
  'adverts.ofChair',
  `SELECT ${advertsShown('d', '$2')} AS adverts FROM devices d WHERE d.id = $1 AND d.retired_at IS NULL`,
);

export function makeAdverts(pool: Pool, clock: Clock) {
  return {
    async ofChair(deviceId: string): Promise<ShownAdvert[]> {
      const chair = await advertsOfChair.maybe(pool, deviceId, clock());
      if (!chair) throw fail('unknownDevice');
      return chair.adverts;
    },
  };
}
