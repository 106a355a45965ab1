import type { Contract } from '@recline/contract';
import type { OutputOf } from '@recline/contract/call';
import type { Currency } from '@recline/contract/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../platform/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { CurrencyChips } from '../../../ui/currency-chips.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { Dot } from '../../../ui/tag.tsx';
import { useText } from '../../texts/app.ts';
import type { OrderFilters } from './order-filters.ts';
import { orderSummaryQuery } from './order-list.queries.ts';
import styles from './order-summary.module.css';

type Summary = OutputOf<Contract['orders']['summary']>;

interface OrderSummaryProps {
  filters: OrderFilters;
  onCurrency(currency: Currency): void;
}

/** Number and amount of the filtered orders, in total and by type. */
export function OrderSummary({ filters, onCurrency }: OrderSummaryProps) {
  const t = useText();
  const query = useQuery({ ...orderSummaryQuery(filters), placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData } = query;
  if (error && !data) return null;
  return (
    <>
      {data && (
        <CurrencyChips
          label={t.home.currency}
          currencies={data.currencies}
          value={filters.currency ?? data.currency}
          onChange={onCurrency}
        />
      )}
      {data && !isPlaceholderData ? (
        <Totals summary={data} />
      ) : (
        <Card>
          <Skeleton lines={2} />
        </Card>
      )}
    </>
  );
}

function Totals({ summary: { all, online, cash, currency } }: { summary: Summary }) {
  const t = useText();
  const format = useFormat();
  const named = (name: string, { orders }: Total) => `${name} ·\u00a0${t.orders.count(format.number(orders))}`;
  const part = (of: 'online' | 'cash', name: string, total: Total) => (
    <span>
      <Dot of={of} />
      {named(name, total)} <b className="number">{format.money(total.amount, currency)}</b>
    </span>
  );
  return (
    <Card className={styles.summary}>
      <Stat label={named(t.orders.all, all)} value={format.money(all.amount, currency)} size="l" />
      <p className={styles.parts}>
        {part('online', t.orders.online, online)}
        {part('cash', t.orders.cash, cash)}
      </p>
    </Card>
  );
}

type Total = Summary['all'];
