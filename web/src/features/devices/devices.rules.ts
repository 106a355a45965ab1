import type { DeviceRow } from '@recline/contract/devices';

export type DeviceState = 'fault' | 'offline' | 'inUse' | 'idle';

type Conditions = Pick<DeviceRow, 'online' | 'inUse' | 'faultCode'>;

/** Everything that is to be said of a chair, the most urgent first; idle is what is left when nothing else is. */
export function statesOf({ online, inUse, faultCode }: Conditions): DeviceState[] {
  const states: DeviceState[] = [];
  if (faultCode !== null) states.push('fault');
  if (!online) states.push('offline');
  if (inUse) states.push('inUse');
  return states.length > 0 ? states : ['idle'];
}

export interface DeviceFilters {
  keyword?: string;
  online?: 'online' | 'offline';
  use?: 'inUse' | 'idle';
  abnormal?: boolean;
  outletId?: string;
}

const includes = (text: string, keyword: string) => text.toLowerCase().includes(keyword.toLowerCase());

/** Whether a chair that changed still belongs to the list. Only the server knows since when one is offline. */
export function isListed(row: DeviceRow, filters: DeviceFilters): boolean {
  const { keyword, online, use, abnormal, outletId } = filters;
  if (outletId && row.outletId !== outletId) return false;
  if (keyword && !includes(row.deviceId, keyword) && !includes(row.outletName, keyword)) return false;
  if (online && row.online !== (online === 'online')) return false;
  if (use && row.inUse !== (use === 'inUse')) return false;
  return !abnormal || row.faultCode !== null || !row.online;
}

interface Page {
  rows: DeviceRow[];
}

/** The same pages with one chair as it is now: changed in its place, or gone where it no longer belongs. */
export function withDevice<P extends Page>(pages: P[], row: DeviceRow, filters: DeviceFilters): P[] {
  const listed = isListed(row, filters);
  const isIt = (each: DeviceRow) => each.deviceId === row.deviceId;
  return pages.map((page) => {
    if (!page.rows.some(isIt)) return page;
    const rows = listed ? page.rows.map((each) => (isIt(each) ? row : each)) : page.rows.filter((each) => !isIt(each));
    return { ...page, rows };
  });
}

export const holdsDevice = (pages: readonly Page[], deviceId: string): boolean =>
  pages.some((page) => page.rows.some((row) => row.deviceId === deviceId));
