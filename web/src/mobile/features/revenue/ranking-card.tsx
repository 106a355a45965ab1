import type { Currency } from '@recline/contract/money';
import { pages } from '@recline/contract/pages';
import type { PeriodName } from '@recline/contract/values';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../platform/text.tsx';
import { useChoice } from '../../../platform/use-choice.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chips } from '../../../ui/chip.tsx';
import { List, ListAction } from '../../../ui/list.tsx';
import { useText } from '../../texts/app.ts';
import { Change } from './change.tsx';
import { chosenRanking } from './choices.ts';
import type { DetailsData, DetailsScope } from './details.queries.ts';
import styles from './ranking-card.module.css';
import { baselineOf, rankedBy, rankingHash } from './revenue.rules.ts';

interface RankingCardProps {
  ranking: DetailsData['ranking'];
  scope: DetailsScope;
  currency: Currency;
}

const first = 20;

const orders = ['total', 'perDevice'] as const;

/** The outlets by income or by income per chair, each with its trend and linking to its details. */
export function RankingCard({ ranking, scope, currency }: RankingCardProps) {
  const t = useText();
  const [all, setAll] = useState(false);
  const [by, rankBy] = useChoice(chosenRanking, orders);
  const card = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === rankingHash) card.current?.scrollIntoView();
  }, [hash]);
  const ranked = rankedBy(ranking, by);
  const highest = ranked[0]?.[by] ?? 0;
  const compared = ranking.some(({ previous }) => previous !== undefined);
  return (
    <div ref={card} className={styles.ranking}>
      <Card title={t.details.ranking} aside={compared && <ComparedWith period={scope.period} />}>
        <div className={styles.rankBy}>
          <Chips
            wrap
            label={t.details.rankBy}
            options={orders.map((value) => ({ value, label: t.details.rankings[value] }))}
            value={by}
            onChange={rankBy}
          />
        </div>
        <List>
          {(all ? ranked : ranked.slice(0, first)).map((row, index) => (
            <ListAction key={row.outletId}>
              <Link to={pages.details} search={{ ...scope, outletId: row.outletId }} className={styles.rank}>
                <Ranked row={row} by={by} place={index + 1} highest={highest} currency={currency} />
              </Link>
            </ListAction>
          ))}
        </List>
        {!all && ranking.length > first && (
          <Button kind="text" size="small" onClick={() => setAll(true)}>
            {t.details.showAll(ranking.length)}
          </Button>
        )}
      </Card>
    </div>
  );
}

const ComparedWith = ({ period }: { period: PeriodName }) => {
  const t = useText();
  return <span className={styles.facts}>{t.home.versus[baselineOf(period, 'day')]}</span>;
};

interface RankedProps {
  row: DetailsData['ranking'][number];
  by: (typeof orders)[number];
  place: number;
  highest: number;
  currency: Currency;
}

function Ranked({ row, by, place, highest, currency }: RankedProps) {
  const t = useText();
  const format = useFormat();
  const other = by === 'total' ? row.perDevice : row.total;
  const facts = t.details.outletFacts[by === 'total' ? 'perDevice' : 'total'];
  return (
    <>
      <span className={`number ${styles.place}`}>{place}</span>
      <span className={styles.outlet}>
        {row.outletName}
        <span className={styles.facts}>{facts(row.devices, format.money(other, currency))}</span>
      </span>
      <span className={styles.total}>
        <span className="number">{format.money(row[by], currency)}</span>
        {row.previous !== undefined && <Change total={row.total} baseline={row.previous} />}
      </span>
      <i
        className={styles.share}
        style={{ transform: `scaleX(${highest > 0 ? row[by] / highest : 0})` }}
        aria-hidden="true"
      />
    </>
  );
}
