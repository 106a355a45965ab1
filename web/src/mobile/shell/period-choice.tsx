import { type PeriodName, periods } from '@recline/contract/values';
import { type FormEvent, useRef, useState } from 'react';
import type { Period } from '../../platform/period.ts';
import { type RangeProblem, readRange, toField } from '../../platform/range.ts';
import { useFormat } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { ChipLine, Chips } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RangeFields } from '../../ui/range-fields.tsx';
import { Stack } from '../../ui/stack.tsx';
import { SheetChip } from '../../ui/toggle-chip.tsx';
import { useFocusOnError } from '../../ui/use-focus-on-error.ts';
import { useText } from '../texts/app.ts';
import styles from './period-choice.module.css';
import { useSheet } from './use-sheet.ts';

/** A period as text: its name, or its two ends. */
export function usePeriodName(): (period: Period) => string {
  const t = useText();
  const format = useFormat();
  return ({ period, start, end }) =>
    start && end ? `${format.dateTime(start)} – ${format.dateTime(end)}` : t.period.names[period];
}

interface PeriodChipsProps {
  value: PeriodName;
  onChange(name: PeriodName): void;
}

/** All periods as chips that wrap onto further lines. */
export function PeriodChips({ value, onChange }: PeriodChipsProps) {
  const t = useText();
  const options = periods.map((name) => ({ value: name, label: t.period.names[name] }));
  return <Chips wrap label={t.period.title} options={options} value={value} onChange={onChange} />;
}

interface PeriodChoiceProps {
  period: Period;
  onChange(period: Period): void;
}

const namedPeriods = periods.filter((name) => name !== 'custom');

/** The named periods as a choice; beside them a button that opens the sheet of a custom one. */
export function PeriodChoice({ period, onChange }: PeriodChoiceProps) {
  const t = useText();
  const nameOf = usePeriodName();
  const sheet = useSheet('period');
  const take = async (range: Period) => {
    await sheet.close();
    onChange(range);
  };
  return (
    <div className={styles.choice}>
      <ChipLine>
        <Chips
          inline
          label={t.period.title}
          options={namedPeriods.map((name) => ({ value: name, label: t.period.names[name] }))}
          value={period.period}
          onChange={(name) => onChange({ period: name })}
        />
        <SheetChip on={period.period === 'custom'} onOpen={() => sheet.open()}>
          {t.period.names.custom}
        </SheetChip>
      </ChipLine>
      {period.period === 'custom' && (
        <Button kind="text" size="small" onClick={() => sheet.open()}>
          {nameOf(period)}
        </Button>
      )}
      <Dialog open={sheet.isOpen} onClose={() => void sheet.close()} title={t.period.title}>
        <RangeForm period={period} onDone={(range) => void take(range)} />
      </Dialog>
    </div>
  );
}

function RangeForm({ period, onDone }: { period: Period; onDone(range: Period): void }) {
  const t = useText();
  const [draft, setDraft] = useState({ start: toField(period.start), end: toField(period.end) });
  const [problem, setProblem] = useState<RangeProblem>();
  const form = useRef<HTMLFormElement>(null);
  const focusOnError = useFocusOnError(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const range = readRange(draft);
    if (typeof range !== 'string') return onDone(range);
    setProblem(range);
    focusOnError();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <RangeFields
          draft={draft}
          problem={problem}
          onChange={(next) => {
            setDraft(next);
            setProblem(undefined);
          }}
        />
        <Button type="submit">{t.period.confirm}</Button>
      </Stack>
    </form>
  );
}
