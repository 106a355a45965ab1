import { useState } from 'react';
import { Card } from '../card.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { useText } from '../screen-texts.ts';
import { Dot } from '../tag.tsx';
import styles from './chart.module.css';
import { type ChartPoint, type ChartTotals, type Earlier, earlierAt, sumOf } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';
import { Plot } from './plot.tsx';

interface ChartCardProps {
  title: string;
  kind: 'line' | 'bars';
  points: readonly ChartPoint[];
  behind?: Earlier;
  /** Switches to the other kind of chart, by this name; pressed while that one is shown. */
  otherKind?: { name: string; on: boolean; onChoose(): void };
  /** Tick labels; given where the axis extends beyond the points. */
  ticks?: readonly string[];
  /** The label of the totals, while no point is selected. */
  span: string;
  format(value: number): string;
  formatAxis(value: number): string;
}

const totalOf = ({ online, cash }: ChartTotals) => online + cash;

/** A chart with its read-out of the totals or the selected point, and the same data as a table. */
export function ChartCard({ title, kind, points, behind, otherKind, ticks, span, format, formatAxis }: ChartCardProps) {
  const t = useText();
  const [active, setActive] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const touched = active === null || asTable ? undefined : points[active];
  const { online, cash } = touched ?? sumOf(points);
  const earlier = (active !== null && !asTable && behind && earlierAt(behind, active)) || sumOf(behind?.points ?? []);
  const table = <ChartTable title={title} points={points} format={format} />;
  const toggle = (
    <span className={styles.toggles}>
      {otherKind && !asTable && (
        <Toggle name={otherKind.name} of={title} on={otherKind.on} onToggle={otherKind.onChoose} />
      )}
      <Toggle name={t.chart.asTable} of={title} icon="table" on={asTable} onToggle={() => setAsTable(!asTable)} />
    </span>
  );
  return (
    <Card title={title} aside={toggle}>
      <div className={styles.readout}>
        <p className={styles.figure}>
          <span className="number">{format(online + cash)}</span>
          <span className={styles.span}>{touched?.label ?? span}</span>
        </p>
        <p className={styles.legend}>
          <span>
            <Dot of="online" />
            {t.chart.online} <b className="number">{format(online)}</b>
          </span>
          <span>
            <Dot of="cash" />
            {t.chart.cash} <b className="number">{format(cash)}</b>
          </span>
          {behind && !asTable && kind === 'line' && (
            <span>
              <i className={styles.thin} aria-hidden="true" />
              {behind.name} <b className="number">{format(totalOf(earlier))}</b>
            </span>
          )}
        </p>
      </div>
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need it to scroll the table
        <section className={styles.tableBox} aria-label={title} tabIndex={0}>
          {table}
        </section>
      ) : (
        <>
          <Plot
            title={title}
            kind={kind}
            points={points}
            behind={behind}
            ticks={ticks ?? points.map((point) => point.tick)}
            format={format}
            formatAxis={formatAxis}
            active={active}
            onActive={setActive}
          />
          <div className="hidden-text">{table}</div>
        </>
      )}
    </Card>
  );
}

interface ToggleProps {
  name: string;
  /** The chart that it belongs to. */
  of: string;
  icon?: IconName;
  on: boolean;
  onToggle(): void;
}

/** One state with one name, of this chart: pressed or not. */
function Toggle({ name, of, icon, on, onToggle }: ToggleProps) {
  return (
    <button type="button" className={styles.toggle} aria-pressed={on} aria-label={`${name}: ${of}`} onClick={onToggle}>
      {icon && <Icon name={icon} size={18} />}
      {name}
    </button>
  );
}
