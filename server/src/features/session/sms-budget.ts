import type { Mobile, MobileCountry } from '@recline/contract/mobile';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { makeLogLimit } from '../../platform/log-limit.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { budgetFor, budgetRefusal, countriesOf, hourlyLimit, type UsedCodes } from './sms-budget.rules.ts';
import { codeWindowMs, hourMs, type Wait } from './sms-codes.rules.ts';
import * as sql from './sms-codes.sql.ts';

interface BudgetDeps {
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'smsRefused'>;
  /** Codes a day for the whole installation. */
  dailyLimit: number;
  /** The countries whose numbers are accepted. */
  countries: readonly MobileCountry[];
}

type Counts = Awaited<ReturnType<typeof sql.countsByCountry>>;

/** The installation's codes of a day and of an hour, shared among countries. */
export function makeSmsBudget({ clock, log, metrics, dailyLimit, countries: allowed }: BudgetDeps) {
  const admitToLog = makeLogLimit(clock, { perKey: 1, inAll: 10 });
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds);

  /**
   * How long no code may be sent to the number, and why; null if one may be sent. The caller holds the lock on all
   * codes.
   */
  async function waitFor(db: Db, { e164, country }: Mobile): Promise<Wait | null> {
    const known = (await sql.hasAccount.maybe(db, e164)) !== undefined;
    const withOutlets = countriesOf((await sql.currenciesOfOutlets(db)).map(({ currency }) => currency));
    const counts = await sql.countsByCountry(db, ago(codeWindowMs), ago(hourMs));
    for (const window of windowsOf(counts, dailyLimit)) {
      const refusal = budgetRefusal(budgetFor(window.limit, known), window.used, country, { allowed, withOutlets });
      if (!refusal) continue;
      return { seconds: secondsUntilOneEnds(window, clock()), limit: refusal === 'budget' ? window.name : 'country' };
    }
    return null;
  }

  /** Counts a refusal, and logs those that affect more than one caller: at most one line a minute per limit. */
  function countRefusal({ limit }: Wait): void {
    metrics.smsRefused.inc({ limit });
    const admitted = limit === 'number' || limit === 'address' ? undefined : admitToLog(limit);
    if (admitted) log.error({ limit, dailyLimit, ...admitted }, 'codes by SMS are refused (SMS_DAILY_LIMIT)');
  }

  return { waitFor, countRefusal };
}

export type SmsBudget = ReturnType<typeof makeSmsBudget>;

interface BudgetWindow {
  name: 'total' | 'hour';
  limit: number;
  windowMs: number;
  used: UsedCodes;
  oldest: Date | null;
}

const windowsOf = (counts: Counts, dailyLimit: number): BudgetWindow[] => [
  {
    name: 'total',
    limit: dailyLimit,
    windowMs: codeWindowMs,
    used: usedCodes(counts.map(({ country, day }) => ({ country, count: day }))),
    oldest: earliest(counts.map(({ oldest }) => oldest)),
  },
  {
    name: 'hour',
    limit: hourlyLimit(dailyLimit),
    windowMs: hourMs,
    used: usedCodes(counts.map(({ country, hour }) => ({ country, count: hour }))),
    oldest: earliest(counts.map(({ oldest_of_hour }) => oldest_of_hour)),
  },
];

function usedCodes(counts: readonly { country: MobileCountry | null; count: number }[]): UsedCodes {
  const byCountry = Object.fromEntries(counts.flatMap(({ country, count }) => (country ? [[country, count]] : [])));
  return { total: counts.reduce((total, { count }) => total + count, 0), byCountry };
}

const earliest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((first, time) => (first && (!time || first <= time) ? first : time), null);

/** The window changes when its oldest code leaves it. An empty window means a limit of 0. */
function secondsUntilOneEnds({ oldest, windowMs }: BudgetWindow, now: Date): number {
  const from = oldest ?? now;
  return Math.max(1, Math.ceil((from.getTime() + windowMs - now.getTime()) / 1000));
}
