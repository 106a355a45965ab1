import type { Contract } from '@recline/contract';
import type { InputOf } from '@recline/contract/call';
import type { DeviceRow } from '@recline/contract/devices';
import { type Complete, keysOf } from '../../../platform/complete.ts';

export type DeviceState = 'fault' | 'offline' | 'inUse' | 'idle';

type Conditions = Pick<DeviceRow, 'online' | 'inUse' | 'faultCode'>;

/** The states of a chair, the most urgent first; idle if there is no other. */
export function statesOf({ online, inUse, faultCode }: Conditions): DeviceState[] {
  const states: DeviceState[] = [];
  if (faultCode !== null) states.push('fault');
  if (!online) states.push('offline');
  if (inUse) states.push('inUse');
  return states.length > 0 ? states : ['idle'];
}

/** Whether a start is expected to work. */
export const canStart = ({ online, inUse, faultCode }: Conditions): boolean => online && !inUse && faultCode === null;

export type DeviceFilters = Partial<Omit<InputOf<Contract['devices']['list']>, 'limit' | 'cursor'>>;

/** The query parameters of the device list. */
export type DeviceListSearch = { [N in keyof DeviceFilters]?: string };

export const noFilters: Complete<{ [N in keyof DeviceFilters]: undefined }> = {
  keyword: undefined,
  online: undefined,
  use: undefined,
  abnormal: undefined,
  outletId: undefined,
};

/** The filters of an address. Anybody may have written it: an unknown value filters nothing. */
export const readFilters = (search: DeviceListSearch): Complete<DeviceFilters> => ({
  keyword: search.keyword,
  online: (['online', 'offline'] as const).find((value) => value === search.online),
  use: (['inUse', 'idle'] as const).find((value) => value === search.use),
  abnormal: search.abnormal === 'true' || undefined,
  outletId: search.outletId,
});

export const toSearch = (filters: DeviceFilters): DeviceListSearch => ({
  ...filters,
  abnormal: filters.abnormal ? 'true' : undefined,
});

const includes = (text: string, keyword: string) => text.toLowerCase().includes(keyword.toLowerCase());

type FilterRules = {
  [N in keyof Required<DeviceFilters>]: (row: DeviceRow, value: NonNullable<DeviceFilters[N]>) => boolean;
};

const filterRules: FilterRules = {
  keyword: (row, keyword) => includes(row.deviceId, keyword) || includes(row.outletName, keyword),
  online: (row, value) => row.online === (value === 'online'),
  use: (row, value) => row.inUse === (value === 'inUse'),
  // Only the server knows since when a chair is offline.
  abnormal: (row) => row.faultCode !== null || !row.online,
  outletId: (row, outletId) => row.outletId === outletId,
};

function passes<N extends keyof FilterRules>(row: DeviceRow, filters: DeviceFilters, name: N): boolean {
  const value = filters[name];
  return !value || filterRules[name](row, value);
}

/** Whether a chair that changed still belongs to the list. */
export const isListed = (row: DeviceRow, filters: DeviceFilters): boolean =>
  keysOf(filterRules).every((name) => passes(row, filters, name));

interface Page {
  rows: DeviceRow[];
}

/** The same pages with one chair updated in its place, or removed if it no longer belongs to the list. */
export function withDevice<P extends Page>(pages: P[], row: DeviceRow, filters: DeviceFilters): P[] {
  const listed = isListed(row, filters);
  const isSame = (each: DeviceRow) => each.deviceId === row.deviceId;
  return pages.map((page) => {
    if (!page.rows.some(isSame)) return page;
    const rows = listed
      ? page.rows.map((each) => (isSame(each) ? row : each))
      : page.rows.filter((each) => !isSame(each));
    return { ...page, rows };
  });
}

export const hasDevice = (pages: readonly Page[], deviceId: string): boolean =>
  pages.some((page) => page.rows.some((row) => row.deviceId === deviceId));

/** A line of the list: a heading, or a chair below it. */
export type ListLine =
  | { kind: 'abnormal' }
  | { kind: 'outlet'; outletId: string; name: string }
  | { kind: 'device'; device: DeviceRow; position: number };

/** Whether something is wrong with a chair. How long it has been offline decides only where the list begins. */
const isWrong = ({ online, faultCode }: Conditions): boolean => faultCode !== null || !online;

/** Abnormal chairs lead the list under one heading; then come the outlets, each with its chairs. */
export function linesOf(rows: readonly DeviceRow[]): ListLine[] {
  const unique = [...new Map(rows.map((row) => [row.deviceId, row])).values()];
  const firstFine = unique.findIndex((row) => !isWrong(row));
  const wrong = firstFine < 0 ? unique.length : firstFine;
  return unique.flatMap((device, index): ListLine[] => {
    const line: ListLine = { kind: 'device', device, position: index + 1 };
    if (index < wrong) return index === 0 ? [{ kind: 'abnormal' }, line] : [line];
    const isNext = index === wrong || unique[index - 1]?.outletId !== device.outletId;
    return isNext ? [{ kind: 'outlet', outletId: device.outletId, name: device.outletName }, line] : [line];
  });
}
