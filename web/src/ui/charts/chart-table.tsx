import { useText } from '../screen-texts.ts';
import { type ChartPoint, type Series, total } from './chart-data.ts';
import styles from './chart-table.module.css';

interface ChartTableProps {
  title: string;
  series: readonly Series[];
  points: readonly ChartPoint[];
  format(value: number): string;
}

/** The data of the chart as a table, also for screen readers. */
export function ChartTable({ title, series, points, format }: ChartTableProps) {
  const t = useText();
  return (
    <table className={styles.table}>
      <caption className="hidden-text">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t.chart.time}</th>
          {series.map(({ name, look }) => (
            <th key={look} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">{t.chart.total}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.label}>
            <th scope="row">{point.label}</th>
            {series.map(({ look }, index) => (
              <td key={look}>{format(point.values[index] ?? 0)}</td>
            ))}
            <td>{format(total(point.values))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
