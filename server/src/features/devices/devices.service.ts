import type { InputOf, OutputOf } from '@recline/contract/call';
import type { devices } from '@recline/contract/devices';
import { limits } from '@recline/contract/limits';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { openOutlets, outletsAsked } from '../outlets/index.ts';
import { type Asked, readPage, readStart, type Start } from './device-pages.ts';
import * as sql from './devices.sql.ts';
import { toDeviceRow } from './devices.view.ts';

type List = typeof devices.list;

const nothing = {
  found: { rows: [], nextCursor: null },
  counts: { all: 0, offline: 0, in_use: 0, abnormal: 0 },
};

export function makeDevices({ pool, clock }: { pool: Pool; clock: Clock }) {
  async function list(caller: Caller, input: InputOf<List>): Promise<OutputOf<List>> {
    const page = {
      outletIds: await openOutlets(pool, outletsAsked(caller, input.outletId)),
      offlineBefore: abnormalBefore(clock()),
      limit: input.limit,
      filters: {
        online: input.online && input.online === 'online',
        inUse: input.use && input.use === 'inUse',
        abnormal: input.abnormal,
      },
    };
    const start = readStart(input.cursor);
    const { found, counts } = await (input.keyword === undefined
      ? listAndCount(page, start)
      : search(page, start, input.keyword));
    return { rows: found.rows.map(toDeviceRow), nextCursor: found.nextCursor, counts: toCounts(counts) };
  }

  async function listAndCount(page: Asked, start: Start) {
    const [found, counts] = await Promise.all([
      readPage((part) => sql.listDevices(pool, part), page, start),
      sql.countDevices.one(pool, page.outletIds, page.offlineBefore),
    ]);
    return { found, counts };
  }

  /** Filters outlets first: few match, and an outlet whose name matches contributes all of its devices. */
  async function search(page: Asked, start: Start, keyword: string) {
    const places = await sql.findPlaces(pool, page.outletIds, keyword);
    const [any] = places;
    if (!any) return nothing;
    const { folded } = any;
    const idsOf = (matches: sql.Place[]) => matches.map(({ id }) => id);
    const outletIds = idsOf(places);
    const named = idsOf(places.filter((place) => place.named));
    if (named.length === places.length) return listAndCount({ ...page, outletIds }, start);
    const common = places.length > page.outletIds.length / 2;
    const [found, counts] = await Promise.all([
      readPage((part) => sql.listFound(pool, part, { folded, named, common }), { ...page, outletIds }, start),
      sql.countFound.one(pool, outletIds, page.offlineBefore, named, folded),
    ]);
    return { found, counts: { all: countIn(places), ...counts } };
  }

  async function outages(caller: Caller, deviceIds: string[]): Promise<OutputOf<typeof devices.outages>> {
    const rows = await sql.findOutages(pool, deviceIds, caller.outletIds, clock());
    return {
      rows: rows.map(({ id, since, usual, currency }) => ({
        deviceId: id,
        since: since.toISOString(),
        usualIncome: usual,
        currency,
      })),
    };
  }

  async function label(deviceId: string): Promise<OutputOf<typeof devices.label>> {
    const [found] = await sql.findLabel(pool, deviceId);
    if (!found) throw fail('unknownDevice');
    return { deviceId: found.id, name: found.name, outletName: found.outlet_name };
  }
  return { list, outages, label };
}

export type Devices = ReturnType<typeof makeDevices>;

/** A chair that went offline before this moment is abnormal. */
export const abnormalBefore = (now: Date): Date => new Date(now.getTime() - limits.abnormalMinutes * 60_000);

/** Counts the devices that match a keyword. Done here: the database takes several times as long. */
const countIn = (places: sql.Place[]): number =>
  places.reduce((sum, { named, devices, numbers, folded }) => sum + (named ? devices : countWords(numbers, folded)), 0);

/** Counts the words that contain the part. Scans the text instead of splitting it into ten thousand strings. */
function countWords(words: string, part: string): number {
  if (part.includes(' ')) return 0;
  let count = 0;
  for (let at = words.indexOf(part); at >= 0; count += 1) {
    const end = words.indexOf(' ', at);
    at = end < 0 ? -1 : words.indexOf(part, end);
  }
  return count;
}

const toCounts = ({ all, offline, in_use, abnormal }: sql.DeviceCounts) => ({
  all,
  online: all - offline,
  offline,
  inUse: in_use,
  idle: all - in_use,
  abnormal,
});
