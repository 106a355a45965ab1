import { randomBytes } from 'node:crypto';
import type { Language } from '@recline/contract/languages';
import { type Admin, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { findOutlet } from '../outlets/index.ts';
import { recogniseType } from '../uploads/index.ts';
import * as sql from './adverts.admin.sql.ts';
import { isOwnAddress, maxPictureBytes, pictureEnding } from './adverts.rules.ts';
import { pictureAddress } from './pictures.routes.ts';

const toAdvert = (row: sql.AdvertRow) => ({
  advertId: String(row.id),
  outletId: row.outlet_id === null ? null : String(row.outlet_id),
  title: row.title,
  imageUrl: row.image_url,
  linkUrl: row.link_url,
  position: row.position,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  language: row.language,
});
export type Advert = ReturnType<typeof toAdvert>;

export interface NewAdvert {
  title: string;
  /** The content of a picture, for the server to host; or the address of a hosted one. */
  picture: { content: Buffer } | { address: string };
  linkUrl: string | null;
  /** The only outlet that shows it; null: all. */
  outletId: number | null;
  /** Lower comes first. */
  position: number;
  /** Null: now. */
  startsAt: Date | null;
  /** Null: never. */
  endsAt: Date | null;
  /** Language of the title. */
  language: Language | null;
}

export const listAdverts = async (db: Db): Promise<Advert[]> => (await sql.selectAll(db)).map(toAdvert);

async function lockAdvert(db: Db, advertId: number): Promise<Advert> {
  const row = await sql.lock.maybe(db, advertId);
  if (!row) throw refuse('advertNotFound', { advertId });
  return toAdvert(row);
}

/** A picture to store, and the address that it will have. */
interface Picture {
  address: string;
  file?: { name: string; contentType: string; content: Buffer };
}

async function readPicture(picture: NewAdvert['picture'], ownOrigins: readonly string[]): Promise<Picture> {
  if ('address' in picture) {
    const { address } = picture;
    if (!isOwnAddress(address, ownOrigins)) throw refuse('advertPictureElsewhere', { address });
    return { address };
  }
  const { content } = picture;
  const contentType = await recogniseType(content);
  const ending = pictureEnding(contentType);
  if (contentType === undefined || ending === undefined || content.length > maxPictureBytes) {
    throw refuse('advertPictureRefused');
  }
  const name = `${randomBytes(16).toString('base64url')}.${ending}`;
  return { address: pictureAddress(name), file: { name, contentType, content } };
}

/** Shows an advert to guests who are about to start a chair. `ownOrigins`: other origins that may host a picture. */
export async function addAdvert(admin: Admin, advert: NewAdvert, ownOrigins: readonly string[]): Promise<Advert> {
  const { address, file } = await readPicture(advert.picture, ownOrigins);
  return transaction(admin.pool, async (db) => {
    const { title, linkUrl, outletId, position, endsAt, language } = advert;
    const startsAt = advert.startsAt ?? admin.clock();
    if (endsAt && endsAt <= startsAt) throw refuse('advertEndsTooEarly');
    if (outletId !== null) await findOutlet(db, outletId);
    const { id } = await sql.insert.one(db, outletId, title, address, linkUrl, position, startsAt, endsAt, language);
    if (file) await sql.insertPicture(db, id, file.name, file.contentType, file.content);
    const after = await lockAdvert(db, id);
    await record(db, admin.actor, 'advert add', `advert ${id}`, null, after);
    return after;
  });
}

/** Deletes an advert and returns its content. */
export const removeAdvert = (admin: Admin, advertId: number): Promise<Advert> =>
  transaction(admin.pool, async (db) => {
    const before = await lockAdvert(db, advertId);
    await sql.remove(db, advertId);
    await record(db, admin.actor, 'advert remove', `advert ${advertId}`, before, null);
    return before;
  });
