import type { Currency } from '@recline/contract/money';
import { useFormat, useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import { CountUp } from '../../ui/count-up.tsx';
import { Columns } from '../../ui/stack.tsx';
import { Stat } from '../../ui/stat.tsx';
import styles from './home.module.css';
import { type ChangeDirection, changeOf } from './revenue.rules.ts';

interface Span {
  total: number;
  previous: number;
}
interface IncomeProfileProps {
  overview: { yesterday: Span; week: Span; month: Span; year: Span };
  currency: Currency;
  countUp: boolean;
}

const spans = ['yesterday', 'week', 'month', 'year'] as const;

export function IncomeProfile({ overview, currency, countUp }: IncomeProfileProps) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t.home.incomeProfile} aside={<span className={styles.against}>{t.home.against}</span>}>
      <Columns count={2}>
        {spans.map((span) => (
          <div key={span}>
            <Stat
              size="s"
              label={t.home.spans[span]}
              value={
                <CountUp
                  play={countUp}
                  value={overview[span].total}
                  format={(value) => format.money(value, currency)}
                />
              }
            />
            <Change span={overview[span]} />
          </div>
        ))}
      </Columns>
    </Card>
  );
}

const marks: Record<ChangeDirection, string> = { up: '▲', down: '▼', same: '' };

/** Compared with the same point of the previous period, where that had income. */
function Change({ span }: { span: Span }) {
  const t = useText();
  const format = useFormat();
  const change = changeOf(span.total, span.previous);
  if (!change) return <p className={styles.change}>{t.home.nothingBefore}</p>;
  return (
    <p className={`${styles.change} ${styles[change.direction]}`}>
      <span aria-hidden="true">{marks[change.direction]} </span>
      {format.change(change.share)}
    </p>
  );
}
