import { Icon } from '../../../ui/icon.tsx';
import { usePeriodName } from '../../shell/period-choice.tsx';
import { useText } from '../../texts/app.ts';
import { useLabels } from '../dictionary/index.ts';
import { useOutletName } from '../outlets/index.ts';
import styles from './active-filters.module.css';
import { activeFilters, type OrderFilters, orderFilters, withoutFilter, withoutFilters } from './order-filters.ts';

interface ActiveFiltersProps {
  filters: OrderFilters;
  onChange(filters: OrderFilters): void;
  onOpen(): void;
}

/** The filters in use: a tap removes one, the period opens the sheet. */
export function ActiveFilters({ filters, onChange, onOpen }: ActiveFiltersProps) {
  const t = useText();
  const periodName = usePeriodName();
  const words = { t, labelOf: useLabels(), outletName: useOutletName() };
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
            {orderFilters[name].label(filters[name] ?? '', words)}
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
