import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { useFormat, useText } from '../../platform/text.tsx';
import { CountUp } from '../../ui/count-up.tsx';
import { Columns } from '../../ui/stack.tsx';
import { Stat } from '../../ui/stat.tsx';
import styles from './home.module.css';

interface OtherSummaryProps {
  summary: { ordersToday: number; outlets: number; devices: number; abnormalDevices: number };
  countUp: boolean;
}

export function OtherSummary({ summary, countUp }: OtherSummaryProps) {
  const t = useText();
  const format = useFormat();
  const abnormal = summary.abnormalDevices > 0;
  const figure = (value: number) => <CountUp play={countUp} value={value} format={format.number} />;
  return (
    <section aria-label={t.home.otherSummary}>
      <Columns count={2}>
        <Stat kind="tile" size="l" label={t.home.ordersToday} value={figure(summary.ordersToday)} />
        <Stat kind="tile" size="l" label={t.home.outlets} value={figure(summary.outlets)} />
        <Stat kind="tile" size="l" label={t.home.devices} value={figure(summary.devices)} />
        <Link to={pages.devices} search={{ abnormal: 'true' }} preload="intent" className={styles.tileLink}>
          <Stat
            kind="tile"
            size="l"
            tone={abnormal ? 'bad' : undefined}
            label={t.home.abnormalDevices}
            value={
              <>
                {figure(summary.abnormalDevices)} <span className={styles.look}>{t.home.look} ›</span>
              </>
            }
          />
        </Link>
      </Columns>
    </section>
  );
}
