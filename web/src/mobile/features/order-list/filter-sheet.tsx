import { type FormEvent, useRef, useState } from 'react';
import { type RangeProblem, readRange, toField } from '../../../platform/range.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RangeFields } from '../../../ui/range-fields.tsx';
import { useFocusOnError } from '../../../ui/use-focus-on-error.ts';
import { PeriodChips } from '../../shell/period-choice.tsx';
import { useText } from '../../texts/app.ts';
import { FilterControls } from './filter-controls.tsx';
import styles from './filter-sheet.module.css';
import type { OrderFilters } from './order-filters.ts';

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
  const form = useRef<HTMLFormElement>(null);
  const focusOnError = useFocusOnError(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.period !== 'custom') return onFilter({ ...draft, start: undefined, end: undefined });
    const period = readRange(range);
    if (typeof period !== 'string') return onFilter({ ...draft, ...period });
    setProblem(period);
    focusOnError();
  };
  const changeRange = (next: typeof range) => {
    setRange(next);
    setProblem(undefined);
  };
  const reset = () => {
    setDraft({ period: 'today' });
    setRange({ start: '', end: '' });
    setProblem(undefined);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      <PeriodChips value={draft.period} onChange={(period) => setDraft({ ...draft, period })} />
      {draft.period === 'custom' && <RangeFields draft={range} problem={problem} onChange={changeRange} />}
      <FilterControls draft={draft} onChange={(name, value) => setDraft({ ...draft, [name]: value })} />
      <div className={styles.actions}>
        <Button kind="quiet" onClick={reset}>
          {t.orders.reset}
        </Button>
        <Button type="submit">{t.orders.filterNow}</Button>
      </div>
    </form>
  );
}
