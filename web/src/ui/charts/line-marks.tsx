import type { ScaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import styles from './chart.module.css';
import type { ChartPoint } from './chart-data.ts';

export interface MarksProps {
  points: readonly ChartPoint[];
  /** The centre of a slot. */
  x(slot: number): number;
  y: ScaleLinear<number, number>;
  height: number;
  /** The width of a slot. */
  step: number;
  active: number | null;
}

/** Two curves over time, the first with its area. */
export function LineMarks({ points, x, y, height, active }: MarksProps) {
  const at = (_: ChartPoint, slot: number) => x(slot);
  const curve = (value: (point: ChartPoint) => number) =>
    line<ChartPoint>(at, (point) => y(value(point))).curve(curveMonotoneX)(points) ?? '';
  const filled = area<ChartPoint>(at, height, (point) => y(point.online)).curve(curveMonotoneX)(points) ?? '';
  const point = active === null ? undefined : points[active];
  return (
    <>
      <path className={styles.area} d={filled} />
      <path className={styles.cashLine} d={curve((each) => each.cash)} />
      <path className={styles.onlineLine} d={curve((each) => each.online)} />
      {points.length === 1 && points[0] && <Ends point={points[0]} at={x(0)} y={y} />}
      {point && active !== null && (
        <>
          <line className={styles.cursor} x1={x(active)} x2={x(active)} y1={0} y2={height} />
          <Ends point={point} at={x(active)} y={y} />
        </>
      )}
    </>
  );
}

const Ends = ({ point, at, y }: { point: ChartPoint; at: number; y: MarksProps['y'] }) => (
  <>
    <circle className={styles.cashEnd} cx={at} cy={y(point.cash)} r={5} />
    <circle className={styles.onlineEnd} cx={at} cy={y(point.online)} r={5} />
  </>
);
