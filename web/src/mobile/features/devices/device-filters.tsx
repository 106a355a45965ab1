import { useFormat } from '../../../platform/text.tsx';
import { ChipLine, Chips } from '../../../ui/chip.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ToggleChip } from '../../../ui/toggle-chip.tsx';
import { useText } from '../../texts/app.ts';
import { OutletChip } from '../outlets/index.ts';
import styles from './device-filters.module.css';
import type { DeviceFilters as Filters } from './devices.rules.ts';

type Counts = Record<'all' | 'online' | 'offline' | 'inUse' | 'idle' | 'abnormal', number>;

interface DeviceFiltersProps {
  filters: Filters;
  counts: Counts | undefined;
  onChange(changes: Filters): void;
}

const connectionValues = ['all', 'online', 'offline'] as const;
const useValues = ['all', 'inUse', 'idle'] as const;

/** Search, outlet, connection, status, and abnormal chairs; each option with its count. */
export function DeviceFilters({ filters, counts, onChange }: DeviceFiltersProps) {
  const t = useText();
  const option = <V extends Exclude<keyof Counts, 'abnormal'>>(value: V) => ({
    value,
    label: <Counted name={t.devices.states[value]} count={counts?.[value]} />,
  });
  return (
    <>
      <SearchField
        label={t.devices.search}
        clearLabel={t.devices.clear}
        value={filters.keyword ?? ''}
        onSearch={(keyword) => onChange({ keyword: keyword || undefined })}
      />
      <ChipLine>
        <OutletChip outletId={filters.outletId} onPick={(outletId) => onChange({ outletId })} />
        <ToggleChip on={filters.abnormal ?? false} onChange={(on) => onChange({ abnormal: on || undefined })}>
          <Counted name={t.devices.abnormalOnly} count={counts?.abnormal} />
        </ToggleChip>
      </ChipLine>
      <ChipLine>
        <Chips
          inline
          showLabel
          label={t.devices.onlineStatus}
          options={connectionValues.map(option)}
          value={filters.online ?? 'all'}
          onChange={(value) => onChange({ online: value === 'all' ? undefined : value })}
        />
        <Chips
          inline
          showLabel
          label={t.devices.useStatus}
          options={useValues.map(option)}
          value={filters.use ?? 'all'}
          onChange={(value) => onChange({ use: value === 'all' ? undefined : value })}
        />
      </ChipLine>
    </>
  );
}

function Counted({ name, count }: { name: string; count: number | undefined }) {
  const format = useFormat();
  return (
    <>
      {name}
      {count !== undefined && <span className={styles.count}>{format.number(count)}</span>}
    </>
  );
}
