import { z } from 'zod';
import { type Db, statement } from '../platform/db.ts';
import { command, optional, required } from './command.ts';
import { change } from './context.ts';
import { notFound, usage } from './failure.ts';
import * as fields from './fields.ts';
import { findOutlet } from './outlets.ts';
import { listed, said } from './output.ts';

interface AdvertRow {
  id: number;
  outlet_id: number | null;
  title: string;
  image_url: string;
  link_url: string | null;
  position: number;
  starts_at: Date;
  ends_at: Date | null;
}

const selectAll = statement<AdvertRow, []>(
  'cli.adverts.all',
  'SELECT * FROM adverts ORDER BY outlet_id NULLS FIRST, position, id',
);
const selectOne = statement<AdvertRow, [number]>('cli.adverts.one', 'SELECT * FROM adverts WHERE id = $1 FOR UPDATE');
const insert = statement<{ id: number }, [number | null, string, string, string | null, number, Date, Date | null]>(
  'cli.adverts.insert',
  `INSERT INTO adverts (outlet_id, title, image_url, link_url, position, starts_at, ends_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
);
const remove = statement<never, [number]>('cli.adverts.delete', 'DELETE FROM adverts WHERE id = $1');

const shape = (row: AdvertRow) => ({
  advertId: String(row.id),
  outletId: row.outlet_id === null ? null : String(row.outlet_id),
  title: row.title,
  imageUrl: row.image_url,
  linkUrl: row.link_url,
  position: row.position,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
});
type Advert = ReturnType<typeof shape>;

async function findAdvert(db: Db, id: number): Promise<Advert> {
  const row = await selectOne.maybe(db, id);
  if (!row) throw notFound(`No advert ${id}. \`recline advert list\` shows them.`);
  return shape(row);
}

const add = command({
  name: 'advert add',
  summary: 'Shows an advert to whoever is about to start a chair',
  options: {
    title: required('TEXT', 'What it says', fields.name),
    image: required(
      'URL',
      'Its picture: a web address, or a path of this server such as /adverts/tea.webp',
      z.string().regex(/^(https?:\/\/|\/(?!\/))\S+$/, 'must be a web address or a path that begins with /'),
    ),
    link: optional('URL', 'Where a tap leads', fields.webAddress),
    outlet: optional('ID', 'At this outlet only; everywhere, if not given', fields.id),
    position: optional('N', 'Lower comes first; 0, if not given', fields.between(0, 9999)),
    starts: optional('INSTANT', 'From then on; now, if not given', fields.instant),
    ends: optional('INSTANT', 'Until then; for good, if not given', fields.instant),
  },
  examples: ['advert add --title "会员日八折" --image https://cdn.example.com/members.webp --outlet 1'],
  run: (context, { title, image, link, outlet, position = 0, starts = context.clock(), ends }) =>
    change(context, async (db, record) => {
      if (ends !== undefined && ends <= starts) throw usage('--ends must be after --starts.');
      if (outlet !== undefined) await findOutlet(db, outlet);
      const { id } = await insert.one(db, outlet ?? null, title, image, link ?? null, position, starts, ends ?? null);
      const advert = await findAdvert(db, id);
      await record('advert add', `advert ${id}`, null, advert);
      return said(`Advert ${id} (${title}) is there.`, advert);
    }),
});

const list = command({
  name: 'advert list',
  summary: 'Lists the adverts',
  examples: ['advert list'],
  async run({ pool }) {
    const columns = {
      ADVERT: (row: Advert) => row.advertId,
      TITLE: (row: Advert) => row.title,
      OUTLET: (row: Advert) => row.outletId ?? 'all',
      FROM: (row: Advert) => row.startsAt,
      UNTIL: (row: Advert) => row.endsAt,
      PICTURE: (row: Advert) => row.imageUrl,
    };
    return listed((await selectAll(pool)).map(shape), columns, 'No adverts.');
  },
});

const removeOne = command({
  name: 'advert remove',
  summary: 'Takes an advert away',
  arguments: { advert: required('ID', 'The advert', fields.id) },
  examples: ['advert remove 3'],
  run: (context, { advert: id }) =>
    change(context, async (db, record) => {
      const before = await findAdvert(db, id);
      await remove(db, id);
      await record('advert remove', `advert ${id}`, before, null);
      return said(`Advert ${id} (${before.title}) is gone.`, before);
    }),
});

export const advertCommands = [add, list, removeOne];
