import type { Clock } from '../../platform/clock.ts';
import type { Db, Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { outletOfChair } from '../devices/index.ts';
import * as sql from './adverts.sql.ts';

const toShown = ({ id, title, image_url, link_url, language }: sql.ShownAdvertRow) => ({
  advertId: String(id),
  title,
  imageUrl: image_url,
  linkUrl: link_url,
  language,
});
export type ShownAdvert = ReturnType<typeof toShown>;

/** The adverts that guests of an outlet see now. */
export const advertsOf = async (db: Db, outletId: number, now: Date): Promise<ShownAdvert[]> =>
  (await sql.advertsOfOutlet(db, outletId, now)).map(toShown);

export async function advertsOfChair(pool: Pool, clock: Clock, deviceId: string): Promise<ShownAdvert[]> {
  const chair = await outletOfChair.maybe(pool, deviceId);
  if (!chair) throw fail('unknownDevice');
  return advertsOf(pool, chair.outlet_id, clock());
}
