import { pages } from '@recline/contract/pages';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '../../../ui/button.tsx';
import { MoreRows } from '../../../ui/more-rows.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ResultStatus } from '../../../ui/result-status.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { useSheet } from '../../shell/use-sheet.ts';
import { useText } from '../../texts/app.ts';
import { DeviceFilters } from './device-filters.tsx';
import { DeviceRows } from './device-rows.tsx';
import { DeviceSheet } from './device-sheet.tsx';
import { deviceListQuery } from './devices.queries.ts';
import { type DeviceFilters as Filters, noFilters, readFilters, toSearch } from './devices.rules.ts';
import { useLiveDevices } from './use-live-devices.ts';

/** The filters are part of the address, so that a link or going back restores them. */
function useFilters(): [Filters, (changes: Filters) => void] {
  const filters = readFilters(useSearch({ from: pages.devices }));
  const navigate = useNavigate();
  const change = (changes: Filters) =>
    void navigate({ to: pages.devices, search: toSearch({ ...filters, ...changes }), replace: true });
  return [filters, change];
}

export function DeviceListScreen() {
  const t = useText();
  const [filters, change] = useFilters();
  const sheet = useSheet('device');
  const list = useInfiniteQuery({ ...deviceListQuery(filters), placeholderData: keepPreviousData });
  useLiveDevices(filters);
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const found = rows && !list.isPlaceholderData && t.devices.found(rows.length, list.hasNextPage);
  const counts = list.data?.pages[0]?.counts;
  return (
    <Page title={t.devices.title}>
      <DeviceFilters filters={filters} counts={counts} onChange={change} />
      <ResultStatus text={found || undefined}>
        {rows?.length === 0 && (
          <NoDevices filtered={Object.values(filters).some(Boolean)} onShowAll={() => change(noFilters)} />
        )}
      </ResultStatus>
      {!rows && !list.error && <LoadingState />}
      {!rows && list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {rows && rows.length > 0 && (
        <>
          <DeviceRows rows={rows} onOpen={(device) => sheet.open(device.deviceId)} />
          <MoreRows list={list} texts={t.devices} />
        </>
      )}
      <DeviceSheet device={rows?.find((row) => row.deviceId === sheet.about)} onClose={() => void sheet.close()} />
    </Page>
  );
}

function NoDevices({ filtered, onShowAll }: { filtered: boolean; onShowAll(): void }) {
  const t = useText();
  if (!filtered) return <EmptyState title={t.devices.none} text={t.devices.noneHint} />;
  return (
    <Notice drawing="notFound" title={t.devices.empty} text={t.devices.emptyHint}>
      <Button kind="quiet" onClick={onShowAll}>
        {t.devices.showAll}
      </Button>
    </Notice>
  );
}
