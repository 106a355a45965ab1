import type { DeviceRow } from '@recline/contract/devices';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLive } from '../../platform/live.ts';
import { cacheDeviceOrder, deviceListQuery, refreshCounts } from './devices.queries.ts';
import { type DeviceFilters, holdsDevice, isListed, withDevice } from './devices.rules.ts';

const pause = 1000;

/** Runs at most once a pause, however often it is asked for; the last asking is never lost. */
function useThrottled(run: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(run);
  latest.current = run;
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, pause);
  };
}

/** Keeps the list as the chairs are: a change is shown in its row at once, the counts follow. */
export function useLiveDevices(filters: DeviceFilters): void {
  const client = useQueryClient();
  const { queryKey } = deviceListQuery(filters);
  const countAnew = useThrottled(() => void refreshCounts(client, filters).catch(() => {}));
  const fetchAnew = useThrottled(() => void client.invalidateQueries({ queryKey }));

  const show = (row: DeviceRow) => {
    const data = client.getQueryData(queryKey);
    if (!data) return;
    if (holdsDevice(data.pages, row.deviceId)) {
      client.setQueryData(queryKey, { ...data, pages: withDevice(data.pages, row, filters) });
      countAnew();
    } else if (isListed(row, filters)) fetchAnew();
    else countAnew();
  };

  useLive({
    onEvent: (event) => (event.name === 'device' ? show(event.data) : cacheDeviceOrder(client, event.data)),
    onGap: fetchAnew,
  });
}
