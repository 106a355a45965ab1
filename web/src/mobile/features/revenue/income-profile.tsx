import type { Currency } from '@recline/contract/money';
import { useFormat } from '../../../platform/text.tsx';
import { useChoice } from '../../../platform/use-choice.ts';
import { Card } from '../../../ui/card.tsx';
import { CountUp } from '../../../ui/count-up.tsx';
import { Columns } from '../../../ui/stack.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { useText } from '../../texts/core.ts';
import { BaselineSelect, Change } from './change.tsx';
import { chosenBaseline } from './choices.ts';
import type { HomeFigures } from './home.queries.ts';
import { baselineOf, overviewAmount, yesterdayBaselines } from './revenue.rules.ts';

interface IncomeProfileProps {
  overview: HomeFigures['overview'];
  currency: Currency;
  countUp: boolean;
}

const spans = ['yesterday', 'week', 'month', 'year'] as const;

export function IncomeProfile({ overview, currency, countUp }: IncomeProfileProps) {
  const t = useText();
  const format = useFormat();
  const [baseline, compareWith] = useChoice(chosenBaseline, yesterdayBaselines);
  return (
    <Card title={t.home.incomeProfile} aside={<BaselineSelect value={baseline} onChange={compareWith} />}>
      <Columns count={2}>
        {spans.map((span) => {
          const name = baselineOf(span, baseline);
          return (
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
              <Change total={overview[span].total} baseline={overviewAmount(overview[span], name)} name={name} />
            </div>
          );
        })}
      </Columns>
    </Card>
  );
}
