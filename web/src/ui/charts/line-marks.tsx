import type { ScaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import styles from './chart.module.css';
import type { ChartPoint, ChartTotals, Earlier } from './chart-data.ts';

export interface MarksProps {
  points: readonly ChartPoint[];
  /** Drawn thinly behind. */
  behind?: Earlier;
  /** The centre of a slot. */
  x(slot: number): number;
  y: ScaleLinear<number, number>;
  height: number;
  /** The width of a slot. */
  step: number;
  active: number | null;
}

/** Two curves over time, the first with its area. A point that is not over is a dot beside the curve: no fall. */
export function LineMarks({ points, behind, x, y, height, active }: MarksProps) {
  const at = (_: ChartTotals, slot: number) => x(slot);
  const curve = (values: readonly ChartTotals[], name: 'online' | 'cash') =>
    line<ChartTotals>(at, (point) => y(point[name])).curve(curveMonotoneX)([...values]) ?? '';
  const last = points.length - 1;
  const unfinished = points[last]?.unfinished ? points[last] : undefined;
  const finished = unfinished ? points.slice(0, last) : points;
  const filled = area<ChartTotals>(at, height, (point) => y(point.online)).curve(curveMonotoneX)([...finished]) ?? '';
  const [only] = finished.length === 1 ? finished : [];
  const point = active === null ? undefined : points[active];
  return (
    <>
      {behind && (
        <g className={styles.behind}>
          <path className={styles.cashLine} d={curve(behind.points, 'cash')} />
          <path className={styles.onlineLine} d={curve(behind.points, 'online')} />
          {unfinished && behind.soFar && <Ends values={behind.soFar} at={x(last)} y={y} radius={3} />}
        </g>
      )}
      <path className={styles.area} d={filled} />
      <path className={styles.cashLine} d={curve(finished, 'cash')} />
      <path className={styles.onlineLine} d={curve(finished, 'online')} />
      {only && <Ends values={only} at={x(0)} y={y} radius={5} />}
      {unfinished && (
        <g className={styles.soFar}>
          <Ends values={unfinished} at={x(last)} y={y} radius={5} />
        </g>
      )}
      {point && active !== null && (
        <>
          <line className={styles.cursor} x1={x(active)} x2={x(active)} y1={0} y2={height} />
          <Ends values={point} at={x(active)} y={y} radius={5} />
        </>
      )}
    </>
  );
}

interface EndsProps {
  values: ChartTotals;
  at: number;
  y: MarksProps['y'];
  radius: number;
}

const Ends = ({ values, at, y, radius }: EndsProps) => (
  <>
    <circle className={styles.cashEnd} cx={at} cy={y(values.cash)} r={radius} />
    <circle className={styles.onlineEnd} cx={at} cy={y(values.online)} r={radius} />
  </>
);
