import type { Kind } from './places.ts';
import type { Random } from './random.ts';

/** The relative number of orders in each hour of the day, from midnight. */
const hours: Record<Kind, readonly number[]> = {
  mall: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 8, 9, 7, 6, 6, 7, 9, 11, 11, 8, 2, 0],
  airport: [2, 1, 1, 1, 2, 5, 7, 7, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 8, 8, 8, 7, 5, 3],
  cinema: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 6, 5, 5, 6, 9, 12, 12, 9, 6, 2],
};

/** Relative to an average day; Sunday first. */
const weekdays: Record<Kind, readonly number[]> = {
  mall: [1.45, 0.8, 0.78, 0.82, 0.9, 1.2, 1.6],
  airport: [1.2, 1.05, 0.88, 0.88, 1, 1.25, 0.95],
  cinema: [1.5, 0.72, 0.8, 0.75, 0.85, 1.35, 1.75],
};

/** Relative to an average month, from January. */
const months = [1.08, 1.12, 0.92, 0.95, 1.04, 0.98, 1.1, 1.12, 0.96, 1.14, 0.98, 1.06];

const ordersPerDay = 2.2;
const growthPerYear = 0.18;
const referenceDay = 20_400; // in November 2025

/** The expected number of orders of an average chair on a day, given in days since 1970. */
export function expectedOrders(kind: Kind, day: number): number {
  const date = new Date(day * 86_400_000);
  const weekday = weekdays[kind][date.getUTCDay()] ?? 1;
  const season = months[date.getUTCMonth()] ?? 1;
  const growth = Math.min(1.5, 1 + (growthPerYear * (day - referenceDay)) / 365);
  return ordersPerDay * weekday * season * growth;
}

/** A Poisson-distributed number of orders. */
export function drawCount(expected: number, random: Random): number {
  const limit = Math.exp(-expected);
  let count = 0;
  for (let chance = random.number(); chance > limit; chance *= random.number()) count += 1;
  return count;
}

const table = (weights: readonly number[]) => weights.map((weight, hour) => [hour, weight] as const);
const tables = { mall: table(hours.mall), airport: table(hours.airport), cinema: table(hours.cinema) };

/** Seconds after local midnight at which orders are placed, in order. */
export function drawTimes(kind: Kind, count: number, random: Random): number[] {
  const times = Array.from({ length: count }, () => random.weighted(tables[kind]) * 3600 + random.between(0, 3599));
  return times.sort((a, b) => a - b);
}
