import { useFormat, useText } from '../../platform/text.tsx';
import { Chips } from '../../ui/chip.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { OutletChoice } from '../outlets/index.ts';
import styles from './devices.module.css';
import type { DeviceFilters as Filters } from './devices.rules.ts';

type Counts = Record<'all' | 'online' | 'offline' | 'inUse' | 'idle' | 'abnormal', number>;

interface DeviceFiltersProps {
  filters: Filters;
  counts: Counts | undefined;
  onChange(changes: Filters): void;
}

const networkValues = ['all', 'online', 'offline', 'abnormal'] as const;
const useValues = ['all', 'inUse', 'idle'] as const;

/** Search, outlet, network state and use, each option with its count. */
export function DeviceFilters({ filters, counts, onChange }: DeviceFiltersProps) {
  const t = useText();
  const option = <V extends keyof Counts>(value: V) => ({
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
      <OutletChoice outletId={filters.outletId} onPick={(outletId) => onChange({ outletId })} />
      <div>
        <Chips
          label={t.devices.onlineStatus}
          showLabel
          options={networkValues.map(option)}
          value={filters.abnormal ? 'abnormal' : (filters.online ?? 'all')}
          onChange={(value) =>
            onChange({
              online: value === 'online' || value === 'offline' ? value : undefined,
              abnormal: value === 'abnormal' || undefined,
            })
          }
        />
        <Chips
          label={t.devices.useStatus}
          showLabel
          options={useValues.map(option)}
          value={filters.use ?? 'all'}
          onChange={(value) => onChange({ use: value === 'all' ? undefined : value })}
        />
      </div>
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
