import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { useFormat, useText } from '../../platform/text.tsx';
import { Columns } from '../../ui/stack.tsx';
import { Stat } from '../../ui/stat.tsx';
import styles from './home.module.css';

interface OtherSummaryProps {
  summary: { ordersToday: number; outlets: number; devices: number; abnormalDevices: number };
}

export function OtherSummary({ summary }: OtherSummaryProps) {
  const t = useText();
  const format = useFormat();
  const abnormal = summary.abnormalDevices > 0;
  const tile = (label: string, value: number) => (
    <Stat kind="tile" size="l" label={label} value={format.number(value)} />
  );
  return (
    <section aria-label={t.home.otherSummary}>
      <Columns count={2}>
        {tile(t.home.ordersToday, summary.ordersToday)}
        {tile(t.home.outlets, summary.outlets)}
        {tile(t.home.devices, summary.devices)}
        <Link to={paths.devices} search={abnormal ? { abnormal: 'true' } : {}}>
          <Stat
            kind="tile"
            size="l"
            tone={abnormal ? 'bad' : undefined}
            label={t.home.abnormalDevices}
            value={
              <>
                {format.number(summary.abnormalDevices)}{' '}
                {abnormal && <span className={styles.look}>{t.home.look} ›</span>}
              </>
            }
          />
        </Link>
      </Columns>
    </section>
  );
}
