import type { Currency } from '@recline/contract/money';
import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { keepCurrency } from '../../platform/currency-search.ts';
import { useFormat, useText } from '../../platform/text.tsx';
import { CountUp } from '../../ui/count-up.tsx';
import { Columns } from '../../ui/stack.tsx';
import { Stat } from '../../ui/stat.tsx';
import { useUser } from '../session/index.ts';
import styles from './home.module.css';
import { rankingHash } from './revenue.rules.ts';

interface OtherSummaryProps {
  summary: { ordersToday: number; outlets: number; devices: number; abnormalDevices: number };
  /** Named where there are several: the figures are of this one alone. */
  currency: Currency | undefined;
  countUp: boolean;
}

/** Each figure leads to what it counts, unless the account may not see that. */
export function OtherSummary({ summary, currency, countUp }: OtherSummaryProps) {
  const t = useText();
  const format = useFormat();
  const details = useUser()?.permissions.includes('details');
  const tile = (name: 'ordersToday' | 'outlets' | 'devices' | 'abnormalDevices', bad = false) => (
    <Stat
      kind="tile"
      size="l"
      tone={bad ? 'bad' : undefined}
      label={currency ? `${t.home.figures[name]} · ${currency}` : t.home.figures[name]}
      value={<CountUp play={countUp} value={summary[name]} format={format.number} />}
    />
  );
  const link = { preload: 'intent', className: styles.tileLink } as const;
  return (
    <section aria-label={t.home.otherSummary}>
      <Columns count={2}>
        {details ? (
          <Link {...link} to={pages.orders} search={keepCurrency}>
            {tile('ordersToday')}
          </Link>
        ) : (
          tile('ordersToday')
        )}
        {details ? (
          <Link {...link} to={pages.details} search={keepCurrency} hash={rankingHash}>
            {tile('outlets')}
          </Link>
        ) : (
          tile('outlets')
        )}
        <Link {...link} to={pages.devices}>
          {tile('devices')}
        </Link>
        <Link {...link} to={pages.devices} search={{ abnormal: 'true' }}>
          {tile('abnormalDevices', summary.abnormalDevices > 0)}
        </Link>
      </Columns>
    </section>
  );
}
