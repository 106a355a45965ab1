import { classNames } from '../class-names.ts';
import styles from './chart.module.css';
import type { MarksProps } from './line-marks.tsx';

const widest = 28;

/** Half the width of the outline of a cash bar, which is drawn inside the bar. */
const inset = 1;

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
        {point.cash > 0 && (
          <rect
            className={styles.cashBar}
            x={left + inset}
            y={cashTop + inset}
            width={Math.max(inset, width - 2 * inset)}
            height={Math.max(inset, onlineTop - cashTop - 2 * inset)}
            rx={3}
          />
        )}
      </g>
    );
  });
}
