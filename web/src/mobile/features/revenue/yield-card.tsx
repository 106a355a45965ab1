import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../platform/text.tsx';
import { useChoice } from '../../../platform/use-choice.ts';
import { Card } from '../../../ui/card.tsx';
import { Columns, Spread } from '../../../ui/stack.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { Dot } from '../../../ui/tag.tsx';
import { useText } from '../../texts/app.ts';
import { BaselineSelect, Change } from './change.tsx';
import { chosenBaseline } from './choices.ts';
import { comparisonQuery, type DetailsData, type DetailsScope } from './details.queries.ts';
import { baselineAmount, baselineOf, yesterdayBaselines } from './revenue.rules.ts';
import styles from './yield-card.module.css';

/** The income of the period, its two parts, and the income per chair. */
export function YieldCard({ figures, scope }: { figures: DetailsData['figures']; scope: DetailsScope }) {
  const t = useText();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, figures.currency);
  return (
    <>
      <Card>
        <Stat
          size="xl"
          label={
            <Spread>
              <span>{t.details.yield}</span>
              <span>{t.details.orderCount(figures.orders, format.number(figures.orders))}</span>
            </Spread>
          }
          value={money(figures.yield)}
        />
        <Comparison total={figures.yield} scope={scope} />
        <div className={styles.split} aria-hidden="true">
          <i className={styles.online} style={{ flexGrow: figures.online }} />
          {figures.cash > 0 && <i className={styles.cash} style={{ flexGrow: figures.cash }} />}
        </div>
        <Spread>
          <Part of="online" name={t.details.online} value={money(figures.online)} />
          <Part of="cash" name={t.details.cash} value={money(figures.cash)} />
        </Spread>
      </Card>
      <Columns count={2}>
        <Stat kind="tile" size="l" label={t.details.devices} value={format.number(figures.devices)} />
        <Stat kind="tile" size="l" label={t.details.perDevice} value={money(figures.perDevice)} />
      </Columns>
    </>
  );
}

/** The income beside that of an earlier period, up to the same point. */
function Comparison({ total, scope }: { total: number; scope: DetailsScope }) {
  const [baseline, compareWith] = useChoice(chosenBaseline, yesterdayBaselines);
  const { data } = useQuery({ ...comparisonQuery(scope), placeholderData: keepPreviousData });
  if (!data) return null;
  const name = baselineOf(scope.period, baseline);
  const chooses = scope.period === 'yesterday';
  return (
    <Spread>
      <Change total={total} baseline={baselineAmount(data, name)} name={chooses ? undefined : name} />
      {chooses && <BaselineSelect value={baseline} onChange={compareWith} />}
    </Spread>
  );
}

const Part = ({ of, name, value }: { of: 'online' | 'cash'; name: string; value: string }) => (
  <span className={styles.part}>
    <Dot of={of} />
    {name} <b className="number">{value}</b>
  </span>
);
