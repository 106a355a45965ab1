import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useText } from '../screen-texts.ts';
import { BarMarks } from './bar-marks.tsx';
import {
  axisValues,
  type ChartPoint,
  type Earlier,
  nearestSlot,
  type Series,
  shownTicks,
  slotAfterKey,
  total,
  valueScale,
} from './chart-data.ts';
import { LineMarks } from './line-marks.tsx';
import styles from './plot.module.css';
import { useSize } from './use-size.ts';

interface PlotProps {
  title: string;
  kind: 'line' | 'bars';
  series: readonly Series[];
  points: readonly ChartPoint[];
  behind?: Earlier;
  /** The tick labels, one per slot; more than the points if the period is unfinished. */
  ticks: readonly string[];
  format(value: number): string;
  formatAxis(value: number): string;
  active: number | null;
  onActive(slot: number | null): void;
}

const height = 132;
const headroom = 14;
const axisRem = 2;
const tickRem = 3.2;

/** Centred on its slot, but within the chart. */
const tickAt = (left: number, width: number) => ({
  left,
  transform: `translateX(min(-50%, ${width - left}px - 100%))`,
});

/** The chart itself: a pointer or the arrow keys select a point. */
export function Plot(props: PlotProps) {
  const { title, kind, series, points, behind, ticks, format, formatAxis, active, onActive } = props;
  const t = useText();
  const ref = useRef<HTMLDivElement>(null);
  const { width, rem } = useSize(ref);
  const gutter = axisRem * rem;
  const slots = Math.max(ticks.length, 1);
  const step = Math.max(0, width - gutter) / slots;
  const x = (slot: number) => gutter + (slot + 0.5) * step;
  const highest = Math.max(
    0,
    ...points.map(({ values }) => (kind === 'bars' ? total(values) : Math.max(...values))),
    ...(kind === 'line' && behind ? behind.points.map((values) => Math.max(...values)) : []),
  );
  const y = valueScale(highest, height);
  const Marks = kind === 'line' ? LineMarks : BarMarks;
  const shown = points[active ?? points.length - 1];
  const said = shown && series.map(({ name }, index) => `${name} ${format(shown.values[index] ?? 0)}`);
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onActive(nearestSlot((event.clientX - box.left - gutter) / (box.width - gutter), slots, points.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = slotAfterKey(event.key, active, points.length);
    if (next === undefined) return;
    event.preventDefault();
    onActive(next);
  };
  return (
    <div
      ref={ref}
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={active ?? Math.max(0, points.length - 1)}
      aria-valuetext={said && t.chart.reading(shown.label, said)}
      onPointerDown={follow}
      onPointerMove={(event) => (event.pointerType === 'mouse' || event.buttons > 0) && follow(event)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onActive(null)}
      onKeyDown={onKeyDown}
    >
      <svg width={width} height={height + headroom} aria-hidden="true">
        <g transform={`translate(0 ${headroom})`}>
          {axisValues(y, highest).map((value) => (
            <g key={value}>
              <line className={styles.grid} x1={gutter} x2={width} y1={y(value)} y2={y(value)} />
              <text className={styles.axis} x={gutter - 6} y={y(value)} dy="0.35em">
                {formatAxis(value)}
              </text>
            </g>
          ))}
          {step > 0 && (
            <Marks
              series={series}
              points={points}
              behind={behind}
              x={x}
              y={y}
              height={height}
              step={step}
              active={active}
            />
          )}
        </g>
      </svg>
      <div className={styles.ticks} aria-hidden="true">
        {shownTicks(slots, Math.max(2, Math.floor(width / (tickRem * rem)))).map((slot) => (
          <span key={slot} style={tickAt(x(slot), width)}>
            {ticks[slot]}
          </span>
        ))}
      </div>
    </div>
  );
}
