import { type ScaleLinear, scaleLinear } from 'd3-scale';

/** One place on the time axis, with its two values. */
export interface ChartPoint {
  /** The whole name of the moment: in the read-out, in the table, for readers. */
  label: string;
  /** Its short name below the axis. */
  tick: string;
  online: number;
  cash: number;
}

export interface ChartTotals {
  online: number;
  cash: number;
}

export const sumOf = (points: readonly ChartPoint[]): ChartTotals => ({
  online: points.reduce((sum, point) => sum + point.online, 0),
  cash: points.reduce((sum, point) => sum + point.cash, 0),
});

/** A value axis from zero to a round figure at or above the highest value; flat data still gets an axis. */
export const valueScale = (highest: number, height: number) =>
  scaleLinear()
    .domain([0, Math.max(highest, 1)])
    .nice(3)
    .range([height, 0]);

/** The values named at the axis: whole ones, and only zero where there is nothing else. */
export const axisValues = (scale: ScaleLinear<number, number>, highest: number): number[] =>
  highest === 0 ? [0] : scale.ticks(3).filter(Number.isInteger);

/** Steps that meet the hours of a day and the months of a year evenly. */
const evenSteps = [1, 2, 3, 4, 6, 12];

/** At most `most` of the places, spread evenly and always with the first: what fits below the axis. */
export function shownTicks(count: number, most: number): number[] {
  const step = evenSteps.find((size) => Math.ceil(count / size) <= most) ?? Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** The place nearest to a position that is given as a share of the chart's width. */
export function nearestPlace(share: number, slots: number, filled: number): number {
  const place = Math.floor(Math.max(0, Math.min(1, share)) * slots);
  return Math.max(0, Math.min(place, filled - 1));
}

/** Where a key leads from a place; null lets go of it, undefined is a key that means nothing here. */
export function placeAfterKey(key: string, place: number | null, filled: number): number | null | undefined {
  const last = filled - 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return place === null ? last : Math.max(0, place - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return place === null ? last : Math.min(last, place + 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'Escape') return null;
  return undefined;
}
