import type { Currency } from '@recline/contract/money';
import { pages } from '@recline/contract/pages';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keepCurrency } from '../../../platform/currency-search.ts';
import { useFormat } from '../../../platform/text.tsx';
import { CountUp } from '../../../ui/count-up.tsx';
import { Columns } from '../../../ui/stack.tsx';
import { Stat } from '../../../ui/stat.tsx';
import { useText } from '../../texts/core.ts';
import { useUser } from '../session/index.ts';
import styles from './other-summary.module.css';
import { rankingHash } from './revenue.rules.ts';

type Figure = 'ordersToday' | 'outlets' | 'devices' | 'abnormalDevices';

interface OtherSummaryProps {
  summary: Record<Figure, number>;
  /** Named if there are several currencies, because the figures cover only this one. */
  currency: Currency | undefined;
  countUp: boolean;
}

/** Each figure links to what it counts, if the account may see that. */
export function OtherSummary({ summary, currency, countUp }: OtherSummaryProps) {
  const t = useText();
  const format = useFormat();
  const details = useUser()?.permissions.includes('details');
  const tile = (name: Figure, bad = false) => (
    <Stat
      kind="tile"
      size="l"
      tone={bad ? 'bad' : undefined}
      label={currency ? `${t.home.figures[name]} · ${currency}` : t.home.figures[name]}
      value={<CountUp play={countUp} value={summary[name]} format={format.number} />}
    />
  );
  const linked = (content: ReactNode, target: LinkProps) => (
    <Link {...target} preload="intent" className={styles.tileLink}>
      {content}
    </Link>
  );
  const orders = tile('ordersToday');
  const outlets = tile('outlets');
  const search = keepCurrency;
  return (
    <section aria-label={t.home.otherSummary}>
      <Columns count={2}>
        {details ? linked(orders, { to: pages.orders, search }) : orders}
        {details ? linked(outlets, { to: pages.details, search, hash: rankingHash }) : outlets}
        {linked(tile('devices'), { to: pages.devices })}
        {linked(tile('abnormalDevices', summary.abnormalDevices > 0), {
          to: pages.devices,
          search: { abnormal: 'true' },
        })}
      </Columns>
    </section>
  );
}
