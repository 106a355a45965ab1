import { couponProperties, gears, orderStatuses, orderTypes } from '@recline/contract/values';
import { type FormEvent, useState } from 'react';
import { type RangeProblem, readRange, toField } from '../../platform/period.ts';
import { useText } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PeriodChips } from '../../ui/period-choice.tsx';
import { RangeFields } from '../../ui/range-fields.tsx';
import { OutletChoice } from '../outlets/index.ts';
import { FilterChoice } from './filter-choice.tsx';
import type { OrderFilters } from './order-filters.ts';
import styles from './order-list.module.css';

interface FilterSheetProps {
  open: boolean;
  filters: OrderFilters;
  onClose(): void;
  onFilter(filters: OrderFilters): void;
}

export function FilterSheet({ open, filters, onClose, onFilter }: FilterSheetProps) {
  const t = useText();
  return (
    <Dialog open={open} onClose={onClose} title={t.orders.filters}>
      <FilterForm filters={filters} onFilter={onFilter} />
    </Dialog>
  );
}

/** The list changes on submit only; reset clears the form. */
function FilterForm({ filters, onFilter }: Pick<FilterSheetProps, 'filters' | 'onFilter'>) {
  const t = useText();
  const [draft, setDraft] = useState(filters);
  const [range, setRange] = useState({ start: toField(filters.start), end: toField(filters.end) });
  const [problem, setProblem] = useState<RangeProblem>();
  const set = (changes: Partial<OrderFilters>) => setDraft({ ...draft, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.period !== 'custom') return onFilter({ ...draft, start: undefined, end: undefined });
    const period = readRange(range);
    if (typeof period === 'string') setProblem(period);
    else onFilter({ ...draft, ...period });
  };
  const reset = () => {
    setDraft({ period: 'today' });
    setRange({ start: '', end: '' });
    setProblem(undefined);
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <PeriodChips wrap value={draft.period} onChange={(period) => set({ period })} />
      {draft.period === 'custom' && <RangeFields draft={range} problem={problem} onChange={setRange} />}
      <OutletChoice outletId={draft.outletId} onPick={(outletId) => set({ outletId })} />
      <FilterChoice
        list="orderType"
        name={t.orders.type}
        values={orderTypes}
        value={draft.type}
        onChange={(type) => set({ type })}
      />
      <FilterChoice
        list="orderStatus"
        name={t.orders.status}
        values={orderStatuses}
        value={draft.status}
        onChange={(status) => set({ status })}
      />
      <FilterChoice
        list="gear"
        name={t.orders.gear}
        values={gears}
        value={draft.gear}
        onChange={(gear) => set({ gear })}
      />
      <FilterChoice
        list="couponProperty"
        name={t.orders.couponProperty}
        values={couponProperties}
        value={draft.couponProperty}
        onChange={(couponProperty) => set({ couponProperty })}
      />
      <Numbers draft={draft} set={set} />
      <div className={styles.actions}>
        <Button kind="quiet" onClick={reset}>
          {t.orders.reset}
        </Button>
        <Button type="submit">{t.orders.filterNow}</Button>
      </div>
    </form>
  );
}

function Numbers({ draft, set }: { draft: OrderFilters; set(changes: Partial<OrderFilters>): void }) {
  const t = useText();
  const field = (name: 'cashCouponNo' | 'couponNo' | 'deviceId', label: string) => (
    <Field
      label={label}
      showLabel
      maxLength={32}
      autoComplete="off"
      value={draft[name] ?? ''}
      onChange={(event) => set({ [name]: event.target.value.trim() || undefined })}
    />
  );
  return (
    <>
      {field('cashCouponNo', t.orders.cashCouponNo)}
      {field('couponNo', t.orders.couponNo)}
      {field('deviceId', t.orders.device)}
    </>
  );
}
