import { type ScaleLinear, scaleLinear } from 'd3-scale';

/** One series of a chart. Its style distinguishes it even without colour. */
export interface Series {
  name: string;
  look: 'online' | 'cash';
}

/** A value for each series, in their order. */
export type Values = readonly number[];

/** One slot of the time axis. */
export interface ChartPoint {
  /** The full label: in the read-out, the table, and for screen readers. */
  label: string;
  /** The short label below the axis. */
  tick: string;
  values: Values;
  /** Not over yet, so its values are not final. */
  unfinished?: boolean;
}

/** Earlier values of the same slots. */
export interface Earlier {
  /** Their label. */
  name: string;
  points: readonly Values[];
  /** For an unfinished last slot: the earlier values up to the same point. */
  soFar?: Values | undefined;
}

/** The earlier values of a slot, up to the same point if it is unfinished. */
export function earlierAt({ points, soFar }: Earlier, slot: number): Values | undefined {
  return slot === points.length - 1 && soFar ? soFar : points[slot];
}

export const total = (values: Values): number => values.reduce((sum, value) => sum + value, 0);

/** The sum of each series. */
export const sumsOf = (series: readonly Series[], points: readonly Values[]): Values =>
  series.map((_, index) => total(points.map((values) => values[index] ?? 0)));

/** A value axis from zero to a round figure at or above the highest value, also for all-zero data. */
export const valueScale = (highest: number, height: number) =>
  scaleLinear()
    .domain([0, Math.max(highest, 1)])
    .nice(3)
    .range([height, 0]);

/** The labelled values of the axis: integers, and only zero for all-zero data. */
export const axisValues = (scale: ScaleLinear<number, number>, highest: number): number[] =>
  highest === 0 ? [0] : scale.ticks(3).filter(Number.isInteger);

/** Steps that divide the hours of a day and the months of a year evenly. */
const evenSteps = [1, 2, 3, 4, 6, 12];

/** At most `most` slots, evenly spread and including the first: the labels that fit below the axis. */
export function shownTicks(count: number, most: number): number[] {
  const step = evenSteps.find((size) => Math.ceil(count / size) <= most) ?? Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** The slot nearest to a position, given as a fraction of the chart's width. */
export function nearestSlot(share: number, slots: number, filled: number): number {
  const slot = Math.floor(Math.max(0, Math.min(1, share)) * slots);
  return Math.max(0, Math.min(slot, filled - 1));
}

/** The slot that a key selects; null clears the selection, undefined is a key without a function. */
export function slotAfterKey(key: string, slot: number | null, filled: number): number | null | undefined {
  const last = filled - 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return slot === null ? last : Math.max(0, slot - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return slot === null ? last : Math.min(last, slot + 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'Escape') return null;
  return undefined;
}
