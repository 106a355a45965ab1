import type { Currency } from '@recline/contract/money';
import { useFormat, useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Columns } from '../../ui/stack.tsx';
import { Stat } from '../../ui/stat.tsx';
import { Tag } from '../../ui/tag.tsx';

interface Span {
  total: number;
  previous: number;
}
interface IncomeProfileProps {
  overview: { yesterday: Span; week: Span; month: Span; year: Span };
  currency: Currency;
}

const spans = ['yesterday', 'week', 'month', 'year'] as const;

export function IncomeProfile({ overview, currency }: IncomeProfileProps) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t.home.incomeProfile} aside={<WeekChange week={overview.week} />}>
      <Columns count={2}>
        {spans.map((span) => (
          <Stat key={span} size="s" label={t.home.spans[span]} value={format.money(overview[span].total, currency)} />
        ))}
      </Columns>
    </Card>
  );
}

/** Against the same part of last week; where last week had no income there is nothing to compare with. */
function WeekChange({ week }: { week: Span }) {
  const t = useText();
  const format = useFormat();
  if (week.previous <= 0) return null;
  const change = (week.total - week.previous) / week.previous;
  return <Tag tone={change < 0 ? 'bad' : 'good'}>{t.home.againstLastWeek(format.change(change))}</Tag>;
}
