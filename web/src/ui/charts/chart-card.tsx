import { useState } from 'react';
import { Card } from '../card.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { useText } from '../screen-texts.ts';
import { Dot } from '../tag.tsx';
import styles from './chart-card.module.css';
import { type ChartPoint, type Earlier, earlierAt, type Series, sumsOf, total } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';
import { Plot } from './plot.tsx';

interface ChartCardProps {
  title: string;
  kind: 'line' | 'bars';
  series: readonly Series[];
  points: readonly ChartPoint[];
  behind?: Earlier;
  /** Switches to the other kind of chart, by this name; pressed while that one is shown. */
  otherKind?: { name: string; on: boolean; onChoose(): void };
  /** Tick labels; given if the axis extends beyond the points. */
  ticks?: readonly string[];
  /** The label of the totals, while no point is selected. */
  span: string;
  format(value: number): string;
  formatAxis(value: number): string;
}

/** A chart with its read-out of the totals or the selected point, and the same data as a table. */
export function ChartCard(props: ChartCardProps) {
  const { title, kind, series, points, behind, otherKind, ticks, span, format, formatAxis } = props;
  const t = useText();
  const [active, setActive] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const touched = active === null || asTable ? undefined : points[active];
  const shown =
    touched?.values ??
    sumsOf(
      series,
      points.map(({ values }) => values),
    );
  const earlier =
    (active !== null && !asTable && behind && earlierAt(behind, active)) || sumsOf(series, behind?.points ?? []);
  const table = <ChartTable title={title} series={series} points={points} format={format} />;
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
          <span className="number">{format(total(shown))}</span>
          <span className={styles.span}>{touched?.label ?? span}</span>
        </p>
        <p className={styles.legend}>
          {series.map(({ name, look }, index) => (
            <span key={look}>
              <Dot of={look} />
              {name} <b className="number">{format(shown[index] ?? 0)}</b>
            </span>
          ))}
          {behind && !asTable && kind === 'line' && (
            <span>
              <i className={styles.thin} aria-hidden="true" />
              {behind.name} <b className="number">{format(total(earlier))}</b>
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
            series={series}
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

/** A toggle whose label does not change, of this chart. */
function Toggle({ name, of, icon, on, onToggle }: ToggleProps) {
  return (
    <button type="button" className={styles.toggle} aria-pressed={on} aria-label={`${name}: ${of}`} onClick={onToggle}>
      {icon && <Icon name={icon} size={18} />}
      {name}
    </button>
  );
}
