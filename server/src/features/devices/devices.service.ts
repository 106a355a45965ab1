import type { InputOf, OutputOf } from '@recline/contract/call';
import type { devices } from '@recline/contract/devices';
import { limits } from '@recline/contract/limits';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { outletsAsked } from '../outlets/outlets.service.ts';
import * as sql from './devices.sql.ts';
import { toDeviceRow } from './devices.view.ts';

type List = typeof devices.list;

const none: sql.DeviceCounts = { all: 0, online: 0, in_use: 0, abnormal: 0 };
const nothing = { rows: [], counts: none };

const sum = (a: sql.DeviceCounts, b: sql.DeviceCounts): sql.DeviceCounts => ({
  all: a.all + b.all,
  online: a.online + b.online,
  in_use: a.in_use + b.in_use,
  abnormal: a.abnormal + b.abnormal,
});

export function makeDevices({ pool, clock }: { pool: Pool; clock: Clock }) {
  async function list(caller: Caller, input: InputOf<List>): Promise<OutputOf<List>> {
    const page = {
      outletIds: outletsAsked(caller, input.outletId),
      offlineBefore: abnormalBefore(clock()),
      after: input.cursor ?? '',
      limit: input.limit + 1,
      filters: {
        online: input.online && input.online === 'online',
        inUse: input.use && input.use === 'inUse',
        abnormal: input.abnormal,
      },
    };
    const { rows: found, counts } = await (input.keyword === undefined
      ? listAndCount(page)
      : search(page, input.keyword.toLowerCase()));
    const rows = found.slice(0, input.limit).map(toDeviceRow);
    const more = found.length > input.limit;
    return { rows, nextCursor: more ? (rows.at(-1)?.deviceId ?? null) : null, counts: toCounts(counts) };
  }

  async function listAndCount(page: sql.PageOf) {
    const [rows, counts] = await Promise.all([
      sql.listDevices(pool, page),
      sql.countDevices.one(pool, page.outletIds, page.offlineBefore),
    ]);
    return { rows, counts };
  }

  /** Outlets first: most have nothing to do with the keyword, and of those named so every device is found. */
  async function search(page: sql.PageOf, keyword: string) {
    const places = await sql.findPlaces(pool, page.outletIds, keyword);
    const idsOf = (found: typeof places) => found.map(({ id }) => id);
    const named = idsOf(places.filter((place) => place.named));
    const numbered = idsOf(places.filter((place) => !place.named));
    if (numbered.length === 0) return named.length === 0 ? nothing : listAndCount({ ...page, outletIds: named });
    const common = places.length > page.outletIds.length / 2;
    const [rows, inNamed, inNumbered] = await Promise.all([
      sql.listFound(pool, { ...page, outletIds: idsOf(places) }, { keyword, named, common }),
      named.length === 0 ? none : sql.countDevices.one(pool, named, page.offlineBefore),
      sql.countFound.one(pool, numbered, page.offlineBefore, keyword),
    ]);
    return { rows, counts: sum(inNamed, inNumbered) };
  }

  async function label(deviceId: string): Promise<OutputOf<typeof devices.label>> {
    const [found] = await sql.findLabel(pool, deviceId);
    if (!found) throw fail('unknownDevice');
    return { deviceId: found.id, name: found.name, outletName: found.outlet_name };
  }
  return { list, label };
}

export type Devices = ReturnType<typeof makeDevices>;

/** A chair that went offline before this moment is abnormal. */
export const abnormalBefore = (now: Date): Date => new Date(now.getTime() - limits.abnormalMinutes * 60_000);

const toCounts = ({ all, online, in_use, abnormal }: sql.DeviceCounts) => ({
  all,
  online,
  offline: all - online,
  inUse: in_use,
  idle: all - in_use,
  abnormal,
});
