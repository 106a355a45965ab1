import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { ChipLine } from '../../../ui/chip.tsx';
import { List, ListAction, RowContent } from '../../../ui/list.tsx';
import { MoreRows } from '../../../ui/more-rows.tsx';
import { ResultStatus } from '../../../ui/result-status.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useText } from '../../texts/app.ts';
import { OutletChip } from '../outlets/index.ts';
import { useUser } from '../session/index.ts';
import styles from './idle-chairs.module.css';
import { idleChairsQuery } from './starting.queries.ts';

/** All chairs that a manager can start for a customer with cash, and a search among them. */
export function IdleChairs({ onFound }: { onFound(deviceId: string): void }) {
  const t = useText();
  const outlets = useUser()?.outlets ?? [];
  const [outletId, setOutletId] = useState<string>();
  const [keyword, setKeyword] = useState('');
  const filters = { outletId, keyword: keyword || undefined };
  const list = useInfiniteQuery({ ...idleChairsQuery(filters), placeholderData: keepPreviousData });
  const chairs = list.data?.pages.flatMap((page) => page.rows).filter(({ faultCode }) => faultCode === null);
  const nothing = keyword ? t.devices.empty : t.quickStart.noFreeChairs;
  const found = chairs && !list.isPlaceholderData && t.devices.found(chairs.length, list.hasNextPage);
  return (
    <>
      <h2 className={styles.chairsTitle}>{t.quickStart.freeChairs}</h2>
      <SearchField label={t.quickStart.search} clearLabel={t.devices.clear} value={keyword} onSearch={setKeyword} />
      {outlets.length > 1 && (
        <ChipLine>
          <OutletChip outletId={outletId} onPick={setOutletId} />
        </ChipLine>
      )}
      <ResultStatus text={found || undefined}>{chairs?.length === 0 && <p>{nothing}</p>}</ResultStatus>
      {!chairs && !list.error && <LoadingState />}
      {!chairs && list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {chairs && chairs.length > 0 && (
        <Card>
          <List>
            {chairs.map(({ deviceId, name, outletName }) => (
              <ListAction key={deviceId}>
                <button type="button" onClick={() => onFound(deviceId)}>
                  <RowContent icon="chair" title={`${deviceId} ${name}`} text={outletName} chevron />
                </button>
              </ListAction>
            ))}
          </List>
        </Card>
      )}
      {list.hasNextPage && <MoreRows list={list} texts={t.devices} />}
    </>
  );
}
