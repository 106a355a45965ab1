import { classNames } from '../class-names.ts';
import styles from './chart.module.css';
import type { MarksProps } from './line-marks.tsx';

const widest = 28;

/** Stacked bars: one per slot, cash on top of online. */
export function BarMarks({ points, x, y, height, step, active }: MarksProps) {
  const width = Math.min(widest, step * 0.56);
  return points.map((point, slot) => {
    const left = x(slot) - width / 2;
    const onlineTop = y(point.online);
    const cashTop = y(point.online + point.cash);
    const faded = active === null ? point.unfinished : active !== slot;
    return (
      <g key={point.label} className={classNames(styles.bar, faded && styles.faded)}>
        <rect className={styles.onlineBar} x={left} y={onlineTop} width={width} height={height - onlineTop} rx={4} />
        <rect className={styles.cashBar} x={left} y={cashTop} width={width} height={onlineTop - cashTop} rx={4} />
      </g>
    );
  });
}
