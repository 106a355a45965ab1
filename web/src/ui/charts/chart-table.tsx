import { useText } from '../screen-texts.ts';
import styles from './chart.module.css';
import type { ChartPoint } from './chart-data.ts';

interface ChartTableProps {
  title: string;
  points: readonly ChartPoint[];
  format(value: number): string;
}

/** The data of the chart as a table, also for screen readers. */
export function ChartTable({ title, points, format }: ChartTableProps) {
  const t = useText();
  return (
    <table className={styles.table}>
      <caption className="hidden-text">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t.chart.time}</th>
          <th scope="col">{t.chart.online}</th>
          <th scope="col">{t.chart.cash}</th>
          <th scope="col">{t.chart.total}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.label}>
            <th scope="row">{point.label}</th>
            <td>{format(point.online)}</td>
            <td>{format(point.cash)}</td>
            <td>{format(point.online + point.cash)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
