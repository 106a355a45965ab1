import type { Kind } from './places.ts';
import type { Random } from './random.ts';

/** The relative number of visits in each hour of the day, from midnight. */
const hours: Record<Kind, readonly number[]> = {
  mall: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 8, 9, 7, 6, 6, 7, 9, 11, 11, 8, 2, 0],
  allNight: [12, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 9],
  airport: [12, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 9, 9, 9],
  cinema: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 6, 5, 5, 6, 9, 12, 12, 9, 6, 2],
};
const sumOf = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0);

/** Relative to an average day; Sunday first. */
const weekdays: Record<Kind, readonly number[]> = {
  mall: [1.45, 0.8, 0.78, 0.82, 0.9, 1.2, 1.6],
  allNight: [1.05, 0.98, 0.98, 0.98, 1, 1.02, 1.05],
  airport: [1.04, 1.02, 0.98, 0.98, 1, 1.04, 0.98],
  cinema: [1.5, 0.72, 0.8, 0.75, 0.85, 1.35, 1.75],
};

/** Relative to an average month, from January. */
const months = [1.04, 1.06, 0.96, 0.98, 1.02, 0.99, 1.05, 1.06, 0.98, 1.07, 0.99, 1.03];

/** How many people a day want an average chair. Who finds it in use leaves. */
const visitsPerDay: Record<Kind, number> = { mall: 6.5, allNight: 53, airport: 53, cinema: 6 };

/** The business grew over time: a year earlier it had a third of its guests. */
const grownDay = 20_770; // in November 2026
const growthDays = 365;

/** How many people are expected at an average chair on a day, given in days since 1970. */
export function expectedVisits(kind: Kind, day: number): number {
  const date = new Date(day * 86_400_000);
  const weekday = weekdays[kind][date.getUTCDay()] ?? 1;
  const season = months[date.getUTCMonth()] ?? 1;
  const growth = Math.min(1, Math.max(1 / 3, 1 - ((grownDay - day) / growthDays) * (2 / 3)));
  return visitsPerDay[kind] * weekday * season * growth;
}

/** The share of a day's visits that falls in an hour. */
export const shareOfHour = (kind: Kind, hour: number): number => (hours[kind][hour] ?? 0) / sumOf(hours[kind]);

/** A Poisson-distributed number. */
export function drawCount(expected: number, random: Random): number {
  const limit = Math.exp(-expected);
  let count = 0;
  for (let chance = random.number(); chance > limit; chance *= random.number()) count += 1;
  return count;
}

const table = (weights: readonly number[]) => weights.map((weight, hour) => [hour, weight] as const);
const tables = {
  mall: table(hours.mall),
  allNight: table(hours.allNight),
  airport: table(hours.airport),
  cinema: table(hours.cinema),
};

/** Seconds after local midnight at which orders are placed, in order. */
export function drawTimes(kind: Kind, count: number, random: Random): number[] {
  const times = Array.from({ length: count }, () => random.weighted(tables[kind]) * 3600 + random.between(0, 3599));
  return times.sort((a, b) => a - b);
}
