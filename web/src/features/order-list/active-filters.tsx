import { useText } from '../../platform/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePeriodName } from '../../ui/period-choice.tsx';
import { activeFilters, type OrderFilters, withoutFilter, withoutFilters } from './order-filters.ts';
import styles from './order-list.module.css';
import { useFilterName } from './use-filter-name.ts';

interface ActiveFiltersProps {
  filters: OrderFilters;
  onChange(filters: OrderFilters): void;
  onOpen(): void;
}

/** The filters in use: a tap removes one, the period opens the sheet. */
export function ActiveFilters({ filters, onChange, onOpen }: ActiveFiltersProps) {
  const t = useText();
  const periodName = usePeriodName();
  const nameOf = useFilterName();
  const active = activeFilters(filters);
  return (
    <ul className={styles.active} aria-label={t.orders.activeFilters}>
      <li>
        <button type="button" className={styles.chip} aria-haspopup="dialog" onClick={onOpen}>
          {periodName(filters)}
          <Icon name="filter" size={14} />
        </button>
      </li>
      {active.map((name) => (
        <li key={name}>
          <button type="button" className={styles.chip} onClick={() => onChange(withoutFilter(filters, name))}>
            <span className="hidden-text">{t.orders.remove} </span>
            {nameOf(filters, name)}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <button type="button" className={styles.chip} onClick={() => onChange(withoutFilters(filters))}>
            {t.orders.removeAll}
          </button>
        </li>
      )}
    </ul>
  );
}
