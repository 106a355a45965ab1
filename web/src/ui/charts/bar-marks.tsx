import { classNames } from '../class-names.ts';
import styles from './bar-marks.module.css';
import { total } from './chart-data.ts';
import type { MarksProps } from './line-marks.tsx';

const widest = 28;

/** Half the width of the outline of a hollow bar, which is drawn inside the bar. */
const inset = 1;

/** Stacked bars: one per slot, each series on top of the previous one. */
export function BarMarks({ series, points, x, y, step, active }: MarksProps) {
  const width = Math.min(widest, step * 0.56);
  return points.map((point, slot) => {
    const left = x(slot) - width / 2;
    const faded = active === null ? point.unfinished : active !== slot;
    return (
      <g key={point.label} className={classNames(styles.bar, faded && styles.faded)}>
        {series.map(({ look }, index) => {
          const bottom = y(total(point.values.slice(0, index)));
          const top = y(total(point.values.slice(0, index + 1)));
          return bottom > top && <Bar key={look} look={look} left={left} width={width} top={top} bottom={bottom} />;
        })}
      </g>
    );
  });
}

interface BarProps {
  look: 'online' | 'cash';
  left: number;
  width: number;
  top: number;
  bottom: number;
}

function Bar({ look, left, width, top, bottom }: BarProps) {
  if (look === 'online')
    return <rect className={styles.onlineBar} x={left} y={top} width={width} height={bottom - top} rx={4} />;
  return (
    <rect
      className={styles.cashBar}
      x={left + inset}
      y={top + inset}
      width={Math.max(inset, width - 2 * inset)}
      height={Math.max(inset, bottom - top - 2 * inset)}
      rx={3}
    />
  );
}
