import type { RangeDraft, RangeProblem } from '../platform/range.ts';
import { Field } from './field.tsx';
import { useText } from './screen-texts.ts';
import { Stack } from './stack.tsx';

interface RangeFieldsProps {
  draft: RangeDraft;
  problem: RangeProblem | undefined;
  onChange(draft: RangeDraft): void;
}

/** The two ends of a period, with native pickers. */
export function RangeFields({ draft, problem, onChange }: RangeFieldsProps) {
  const t = useText();
  const says = problem && t.period.problems[problem];
  const wrongStart = problem === 'wrong' || draft.start === '';
  return (
    <Stack>
      <Field
        type="datetime-local"
        label={t.period.start}
        showLabel
        required
        value={draft.start}
        max={draft.end || undefined}
        error={wrongStart ? says : undefined}
        onChange={(event) => onChange({ ...draft, start: event.target.value })}
      />
      <Field
        type="datetime-local"
        label={t.period.end}
        showLabel
        required
        value={draft.end}
        min={draft.start || undefined}
        error={wrongStart ? undefined : says}
        onChange={(event) => onChange({ ...draft, end: event.target.value })}
      />
    </Stack>
  );
}
