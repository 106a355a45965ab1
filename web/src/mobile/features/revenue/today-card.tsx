import type { Currency } from '@recline/contract/money';
import { inBackground } from '../../../platform/in-background.tsx';
import { useFormat } from '../../../platform/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { CountUp } from '../../../ui/count-up.tsx';
import { Columns, Spread } from '../../../ui/stack.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { Dot } from '../../../ui/tag.tsx';
import { useText } from '../../texts/core.ts';
import { Change } from './change.tsx';
import type { HomeFigures } from './home.queries.ts';
import styles from './today-card.module.css';

/** Loaded on demand, because few readers need it. */
const ZoneNote = inBackground(async () => (await import('../time-zones/index.ts')).ZoneNote);

interface TodayCardProps {
  today: HomeFigures['today'];
  currency: Currency;
  countUp: boolean;
}

export function TodayCard({ today, currency, countUp }: TodayCardProps) {
  const t = useText();
  const format = useFormat();
  const money = (amount: number) => (
    <CountUp play={countUp} value={amount} format={(value) => format.money(value, currency)} />
  );
  return (
    <Card kind="hero">
      <div className={styles.caption}>
        <Spread>
          <h2>{t.home.incomeToday(currency)}</h2>
          <span>{t.home.updatedAt(format.time(today.asOf))}</span>
          <ZoneNote />
        </Spread>
      </div>
      <p className={`number ${styles.total}`}>{money(today.total)}</p>
      {today.lastWeek !== undefined && <Change total={today.total} baseline={today.lastWeek} name="sameTime" onHero />}
      <Columns count={2}>
        <Stat kind="panel" label={<Series of="onlineOnHero" name={t.home.onlineToday} />} value={money(today.online)} />
        <Stat kind="panel" label={<Series of="cashOnHero" name={t.home.cashToday} />} value={money(today.cash)} />
      </Columns>
    </Card>
  );
}

const Series = ({ of, name }: { of: 'onlineOnHero' | 'cashOnHero'; name: string }) => (
  <>
    <Dot of={of} />
    {name}
  </>
);
