import type { ScaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { ChartPoint, Earlier, Series, Values } from './chart-data.ts';
import styles from './line-marks.module.css';

export interface MarksProps {
  series: readonly Series[];
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

/**
 * Curves over time, the first with its area. An unfinished point is a dot beside the curve, so that the curve does not
 * drop.
 */
export function LineMarks({ series, points, behind, x, y, height, active }: MarksProps) {
  const at = (_: Values, slot: number) => x(slot);
  const last = points.length - 1;
  const unfinished = points[last]?.unfinished ? points[last] : undefined;
  const finished = points.slice(0, unfinished ? last : undefined).map(({ values }) => values);
  const filled = area<Values>(at, height, ([first = 0]) => y(first)).curve(curveMonotoneX)([...finished]) ?? '';
  const [only] = finished.length === 1 ? finished : [];
  const point = active === null ? undefined : points[active];
  const curves = (values: readonly Values[]) =>
    firstOnTop(series).map(({ look, index }) => {
      const curve = line<Values>(at, (value) => y(value[index] ?? 0)).curve(curveMonotoneX);
      return <path key={look} className={styles[`${look}Line`]} d={curve([...values]) ?? ''} />;
    });
  const ends = (values: Values, slot: number, radius: number) =>
    firstOnTop(series).map(({ look, index }) => (
      <circle key={look} className={styles[`${look}End`]} cx={x(slot)} cy={y(values[index] ?? 0)} r={radius} />
    ));
  return (
    <>
      {behind && (
        <g className={styles.behind}>
          {curves(behind.points)}
          {unfinished && behind.soFar && ends(behind.soFar, last, 3)}
        </g>
      )}
      <path className={styles.area} d={filled} />
      {curves(finished)}
      {only && ends(only, 0, 5)}
      {unfinished && <g className={styles.soFar}>{ends(unfinished.values, last, 5)}</g>}
      {point && active !== null && (
        <>
          <line className={styles.cursor} x1={x(active)} x2={x(active)} y1={0} y2={height} />
          {ends(point.values, active, 5)}
        </>
      )}
    </>
  );
}

/** In the order in which they are drawn, with the index of their values. */
const firstOnTop = (series: readonly Series[]) => series.map(({ look }, index) => ({ look, index })).reverse();
