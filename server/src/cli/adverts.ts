import { readFile } from 'node:fs/promises';
import { languages } from '@recline/contract/languages';
import { z } from 'zod';
import { type Advert, addAdvert, listAdverts, removeAdvert } from '../features/adverts/index.ts';
import { fileOrigins } from '../features/uploads/index.ts';
import type { Env } from '../platform/env.ts';
import { languageChoice } from './choices.ts';
import { command, optional, required } from './command.ts';
import { fileReason, usage } from './failure.ts';
import * as fields from './fields.ts';
import { listed, said } from './output.ts';

const add = command({
  name: 'advert add',
  summary: 'Adds an advert for the pages of chairs',
  options: {
    title: required('TEXT', 'What it says', fields.name),
    file: optional('FILE', 'Its picture (JPEG, PNG, WebP or GIF, at most 2 MiB), served from then on', z.string()),
    image: optional(
      'URL',
      'Instead of --file: where the picture is on our own host, such as /adverts/tea.webp',
      z.string().regex(/^(https?:\/\/|\/(?!\/))\S+$/, 'must be a web address or a path that begins with /'),
    ),
    link: optional('URL', 'Where a tap leads', fields.webAddress),
    language: optional('LANGUAGE', `Of the title, for screen readers: ${languageChoice}`, z.enum(languages)),
    outlet: optional('ID', 'At this outlet only; everywhere, if not given', fields.id),
    position: optional('N', 'Lower comes first; 0, if not given', fields.between(0, 9999)),
    starts: optional('INSTANT', 'From then on; now, if not given', fields.instant),
    ends: optional('INSTANT', 'Until then; for good, if not given', fields.instant),
  },
  examples: ['advert add --title "会员日八折" --language zh_CN --file members.webp --outlet 1'],
  async run(context, { title, file, image, link, language, outlet, position, starts, ends }) {
    const advert = await addAdvert(
      context,
      {
        title,
        picture: await pictureOf(file, image),
        linkUrl: link ?? null,
        outletId: outlet ?? null,
        position: position ?? 0,
        startsAt: starts ?? null,
        endsAt: ends ?? null,
        language: language ?? null,
      },
      ownOrigins(context.env),
    );
    return said(`Advert ${advert.advertId} (${title}) is there.`, advert);
  },
});

async function pictureOf(file: string | undefined, address: string | undefined) {
  if (file !== undefined && address === undefined) return { content: await readPicture(file) };
  if (address !== undefined && file === undefined) return { address };
  throw usage('Give either --file or --image.');
}

const readPicture = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: Error) => {
    throw usage(`${file} cannot be read: ${fileReason(error)}.`);
  });

/** Where the web page may load pictures from, besides its own origin. */
const ownOrigins = (env: Env): string[] => [
  ...[env.PUBLIC_URL, env.API_URL].flatMap((url) => (url === undefined ? [] : [new URL(url).origin])),
  ...fileOrigins(env),
];

const list = command({
  name: 'advert list',
  summary: 'Lists the adverts',
  examples: ['advert list'],
  async run({ pool }) {
    const columns = {
      ADVERT: (row: Advert) => row.advertId,
      TITLE: (row: Advert) => row.title,
      LANGUAGE: (row: Advert) => row.language,
      OUTLET: (row: Advert) => row.outletId ?? 'all',
      FROM: (row: Advert) => row.startsAt,
      UNTIL: (row: Advert) => row.endsAt,
      PICTURE: (row: Advert) => row.imageUrl,
    };
    return listed(await listAdverts(pool), columns, 'No adverts.');
  },
});

const remove = command({
  name: 'advert remove',
  summary: 'Removes an advert',
  arguments: { advert: required('ID', 'The advert', fields.id) },
  examples: ['advert remove 3'],
  async run(context, { advert: id }) {
    const removed = await removeAdvert(context, id);
    return said(`Advert ${id} (${removed.title}) is gone.`, removed);
  },
});

export const advertCommands = [add, list, remove];
