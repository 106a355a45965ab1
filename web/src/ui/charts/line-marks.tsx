import type { ScaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { useId } from 'react';
import styles from './chart.module.css';
import type { ChartPoint, ChartTotals } from './chart-data.ts';

export interface MarksProps {
  points: readonly ChartPoint[];
  /** Earlier values of the same slots, drawn thinly behind. */
  behind?: readonly ChartTotals[];
  /** The centre of a slot. */
  x(slot: number): number;
  y: ScaleLinear<number, number>;
  height: number;
  /** The width of a slot. */
  step: number;
  active: number | null;
}

/** Two curves over time, the first with its area. The part up to an unfinished point is dashed. */
export function LineMarks({ points, behind = [], x, y, height, active }: MarksProps) {
  const clip = useId();
  const at = (_: ChartTotals, slot: number) => x(slot);
  const curve = (values: readonly ChartTotals[], name: 'online' | 'cash') =>
    line<ChartTotals>(at, (point) => y(point[name])).curve(curveMonotoneX)([...values]) ?? '';
  const filled = area<ChartTotals>(at, height, (point) => y(point.online)).curve(curveMonotoneX)([...points]) ?? '';
  const point = active === null ? undefined : points[active];
  const last = points.length - 1;
  const unfinished = last > 0 && points[last]?.unfinished === true;
  const lines = (
    <>
      <path className={styles.cashLine} d={curve(points, 'cash')} />
      <path className={styles.onlineLine} d={curve(points, 'online')} />
    </>
  );
  return (
    <>
      <g className={styles.behind}>
        <path className={styles.cashLine} d={curve(behind, 'cash')} />
        <path className={styles.onlineLine} d={curve(behind, 'online')} />
      </g>
      <path className={styles.area} d={filled} />
      {unfinished ? (
        <>
          <clipPath id={clip}>
            <rect x={0} y={-height} width={x(last - 1)} height={3 * height} />
          </clipPath>
          <clipPath id={`${clip}-end`}>
            <rect x={x(last - 1)} y={-height} width={x(last)} height={3 * height} />
          </clipPath>
          <g clipPath={`url(#${clip})`}>{lines}</g>
          <g clipPath={`url(#${clip}-end)`} className={styles.unfinished}>
            {lines}
          </g>
        </>
      ) : (
        lines
      )}
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
