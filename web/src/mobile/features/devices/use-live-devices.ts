import type { DeviceRow } from '@recline/contract/devices';
import { useQueryClient } from '@tanstack/react-query';
import { useThrottled } from '../../../platform/use-throttled.ts';
import { useLive } from '../../data/live.ts';
import { cacheDeviceOrder, deviceListQuery, refreshCounts } from './devices.queries.ts';
import { type DeviceFilters, hasDevice, isListed, withDevice } from './devices.rules.ts';

const throttleMs = 1000;

/** Applies pushed changes to the list: a row is updated at once, the counts are refetched. */
export function useLiveDevices(filters: DeviceFilters): void {
  const client = useQueryClient();
  const { queryKey } = deviceListQuery(filters);
  const refetchCounts = useThrottled(() => void refreshCounts(client, filters).catch(() => {}), throttleMs);
  const refetchList = useThrottled(() => void client.invalidateQueries({ queryKey }), throttleMs);

  const applyChange = (row: DeviceRow) => {
    const data = client.getQueryData(queryKey);
    if (!data) return;
    if (hasDevice(data.pages, row.deviceId)) {
      client.setQueryData(queryKey, { ...data, pages: withDevice(data.pages, row, filters) });
      refetchCounts();
    } else if (isListed(row, filters)) refetchList();
    else refetchCounts();
  };

  useLive({
    onEvent: (event) => {
      if (event.name === 'device') applyChange(event.data);
      if (event.name === 'order') cacheDeviceOrder(client, event.data);
    },
    onGap: refetchList,
  });
}
