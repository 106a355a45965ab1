import { classNames } from '../class-names.ts';
import styles from './chart.module.css';
import type { MarksProps } from './line-marks.tsx';

const widest = 28;

/** A bar a place, cash on top of online: what came together, and of which kind. */
export function BarMarks({ points, x, y, height, step, active }: MarksProps) {
  const width = Math.min(widest, step * 0.56);
  return points.map((point, place) => {
    const left = x(place) - width / 2;
    const onlineTop = y(point.online);
    const cashTop = y(point.online + point.cash);
    const faded = active !== null && active !== place;
    return (
      <g key={point.label} className={classNames(styles.bar, faded && styles.faded)}>
        <rect className={styles.onlineBar} x={left} y={onlineTop} width={width} height={height - onlineTop} rx={4} />
        <rect className={styles.cashBar} x={left} y={cashTop} width={width} height={onlineTop - cashTop} rx={4} />
      </g>
    );
  });
}
