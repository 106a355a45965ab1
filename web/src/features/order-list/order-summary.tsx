import type { Currency } from '@recline/contract/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormat, useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import { CurrencyChips } from '../../ui/currency-chips.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { Dot } from '../../ui/tag.tsx';
import type { OrderFilters } from './order-filters.ts';
import styles from './order-list.module.css';
import { orderSummaryQuery } from './order-list.queries.ts';

interface OrderSummaryProps {
  filters: OrderFilters;
  currency: Currency | undefined;
  onCurrency(currency: Currency): void;
}

/** Number and amount of the filtered orders, in total and by type. */
export function OrderSummary({ filters, currency, onCurrency }: OrderSummaryProps) {
  const t = useText();
  const { data, error } = useQuery({ ...orderSummaryQuery(filters, currency), placeholderData: keepPreviousData });
  if (error && !data) return null;
  if (!data) {
    return (
      <Card>
        <Skeleton lines={3} />
      </Card>
    );
  }
  return (
    <>
      <CurrencyChips currencies={data.currencies} value={data.currency} onChange={onCurrency} />
      <Card kind="hero">
        <Total name={t.orders.all} total={data.all} currency={data.currency} large />
        <div className={styles.parts}>
          <Total name={t.orders.online} dot="onlineOnHero" total={data.online} currency={data.currency} />
          <Total name={t.orders.cash} dot="cashOnHero" total={data.cash} currency={data.currency} />
        </div>
      </Card>
    </>
  );
}

interface TotalProps {
  name: string;
  dot?: 'onlineOnHero' | 'cashOnHero';
  total: { orders: number; amount: number };
  currency: Currency;
  large?: boolean;
}

function Total({ name, dot, total, currency, large }: TotalProps) {
  const t = useText();
  const format = useFormat();
  return (
    <Stat
      kind={large ? 'bare' : 'panel'}
      size={large ? 'xl' : 'm'}
      label={
        <span className={styles.totalName}>
          {dot && <Dot of={dot} />}
          {`${name} ·\u00a0${t.orders.count(format.number(total.orders))}`}
        </span>
      }
      value={format.money(total.amount, currency)}
    />
  );
}
