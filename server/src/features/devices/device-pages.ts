import { fail } from '../../platform/error.ts';
import type { DevicePlace, PageOf } from './devices.sql.ts';
import type { DeviceViewRow } from './devices.view.ts';

export type Asked = Omit<PageOf, 'after'>;

/** A page begins after this chair: among those that are abnormal, or among the others, which follow. */
export interface Start extends DevicePlace {
  abnormal: boolean;
}
const first: Start = { abnormal: true, outletId: 0, deviceId: '' };

export function readStart(cursor: string | undefined): Start {
  if (cursor === undefined) return first;
  const [, group, outletId, deviceId] = /^([ao])\.(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  if (outletId === undefined || deviceId === undefined) throw fail('badRequest', { field: 'cursor' });
  return { abnormal: group === 'a', outletId: Number(outletId), deviceId };
}

/** Where the next page begins: after the last chair of this one. */
const writeStart = ({ id, outlet_id }: DeviceViewRow, abnormal: boolean): string =>
  `${abnormal ? 'a' : 'o'}.${outlet_id}.${id}`;

type Read = (page: PageOf) => Promise<DeviceViewRow[]>;

/** A page of abnormal chairs, then of the others, and where the next page begins. */
export async function readPage(read: Read, page: Asked, start: Start) {
  const { limit, filters } = page;
  const part = (abnormal: boolean, from: DevicePlace, most: number) =>
    read({ ...page, filters: { ...filters, abnormal }, after: from, limit: most });
  const wrong = start.abnormal ? await part(true, start, limit + 1) : [];
  const room = limit + 1 - wrong.length;
  const others = room > 0 && !filters.abnormal ? await part(false, start.abnormal ? first : start, room) : [];
  const rows = [...wrong, ...others].slice(0, limit);
  const last = rows.at(-1);
  const hasMore = wrong.length + others.length > limit;
  return { rows, nextCursor: last && hasMore ? writeStart(last, rows.length <= wrong.length) : null };
}
