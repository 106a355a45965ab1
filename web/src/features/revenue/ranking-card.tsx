import type { Currency } from '@recline/contract/money';
import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useText } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { List, ListAction } from '../../ui/list.tsx';
import styles from './details.module.css';
import type { DetailsData, DetailsScope } from './details.queries.ts';

interface RankingCardProps {
  ranking: DetailsData['ranking'];
  scope: DetailsScope;
  currency: Currency;
}

const first = 20;

/** The outlets by income, each linking to its details; the heading links to the orders. */
export function RankingCard({ ranking, scope, currency }: RankingCardProps) {
  const t = useText();
  const [all, setAll] = useState(false);
  const highest = ranking[0]?.total ?? 0;
  const toOrders = (
    <Link to={pages.orders} search={scope} preload="intent" className={styles.toOrders}>
      {t.details.allOrders} ›
    </Link>
  );
  return (
    <Card title={t.details.ranking} aside={toOrders}>
      <List>
        {(all ? ranking : ranking.slice(0, first)).map((row, index) => (
          <ListAction key={row.outletId}>
            <Link to={pages.details} search={{ ...scope, outletId: row.outletId }} className={styles.rank}>
              <Ranked row={row} place={index + 1} highest={highest} currency={currency} />
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
  );
}

interface RankedProps {
  row: DetailsData['ranking'][number];
  place: number;
  highest: number;
  currency: Currency;
}

function Ranked({ row, place, highest, currency }: RankedProps) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <span className={`number ${styles.place}`}>{place}</span>
      <span className={styles.outlet}>
        {row.outletName}
        <span className={styles.facts}>
          {t.details.outletFacts(row.devices, format.money(row.perDevice, currency))}
        </span>
      </span>
      <span className={`number ${styles.total}`}>{format.money(row.total, currency)}</span>
      <i className={styles.share} style={{ scale: `${highest > 0 ? row.total / highest : 0} 1` }} aria-hidden="true" />
    </>
  );
}
