import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import type { Env } from '../../platform/env.ts';
import type { Log } from '../../platform/log.ts';
import { type Due, lockSweep, type Swept } from '../../platform/old-rows.sql.ts';
import { every } from '../../platform/schedule.ts';
import { oldReports } from '../feedback/index.ts';
import { oldCommands, oldDeadLetters, oldEvents, oldUnpaidOrders } from '../orders/index.ts';
import { oldNotices, oldPayers } from '../payments/index.ts';
import { oldGuests, oldSessions } from '../session/index.ts';

/** What is dropped after how many days. docs/privacy.md has the table for people. */
export const kinds = [
  { name: 'events', setting: 'KEEP_EVENT_DAYS', drops: "payloads of chairs' events; their keys stay", ...oldEvents },
  {
    name: 'commands',
    setting: 'KEEP_COMMAND_DAYS',
    drops: 'commands to chairs, of orders that are over',
    ...oldCommands,
  },
  { name: 'notices', setting: 'KEEP_NOTICE_DAYS', drops: "payment providers' notices as they came", ...oldNotices },
  {
    name: 'payers',
    setting: 'KEEP_NOTICE_DAYS',
    drops: "payers' addresses and wallets in payments that were never decided",
    ...oldPayers,
  },
  {
    name: 'unpaid orders',
    setting: 'KEEP_UNPAID_DAYS',
    drops: 'orders that were never paid, with their closed payment attempts',
    ...oldUnpaidOrders,
  },
  {
    name: 'guests',
    setting: 'KEEP_SESSION_DAYS',
    after: 'KEEP_UNPAID_DAYS', // a guest is looked at once, and must have lost unpaid orders by then
    drops: 'guests without an order, with their sessions',
    ...oldGuests,
  },
  { name: 'sessions', setting: 'KEEP_SESSION_DAYS', drops: 'sessions that were ended', ...oldSessions },
  {
    name: 'reports',
    setting: 'KEEP_REPORT_DAYS',
    drops: 'reports about a chair without an order, with their files',
    ...oldReports,
  },
  {
    name: 'dead letters',
    setting: 'KEEP_EVENT_DAYS',
    drops: "chairs' messages that failed and were resolved",
    ...oldDeadLetters,
  },
] as const satisfies readonly Sweeping[];

interface Sweeping {
  name: string;
  setting: keyof RetentionSettings;
  /** A setting whose days count where they are more. */
  after?: keyof RetentionSettings;
  drops: string;
}

export type RetentionSettings = Pick<
  Env,
  | 'KEEP_EVENT_DAYS'
  | 'KEEP_COMMAND_DAYS'
  | 'KEEP_NOTICE_DAYS'
  | 'KEEP_UNPAID_DAYS'
  | 'KEEP_SESSION_DAYS'
  | 'KEEP_REPORT_DAYS'
>;
type Kind = (typeof kinds)[number];

const dayMs = 24 * 3600_000;

/** 0 means forever. */
const daysOf = ({ setting, after }: Sweeping, settings: RetentionSettings): number =>
  settings[setting] === 0 ? 0 : Math.max(settings[setting], after ? settings[after] : 0);

/** Rows older than this are dropped; undefined: they are kept forever. */
function limitOf(kind: Kind, settings: RetentionSettings, now: Date): Date | undefined {
  const days = daysOf(kind, settings);
  return days === 0 ? undefined : new Date(now.getTime() - days * dayMs);
}

export interface RetentionTiming {
  everyMs: number;
  /** Pause between two batches, so that people's calls come first. */
  pauseMs: number;
}

interface RetentionDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  settings: RetentionSettings;
  timing: RetentionTiming;
}

/** Drops rows older than the settings allow, in batches, by one server at a time. */
export function makeRetention({ pool, clock, log, settings, timing }: RetentionDeps) {
  let stopping = false;
  let stopTimer = async () => {};

  /** Undefined if another server is sweeping, or this one is stopping. */
  const sweepBatch = (kind: Kind, before: Date): Promise<Swept | undefined> =>
    transaction(pool, async (db) => ((await lockSweep.one(db)).got ? kind.sweep(db, before) : undefined));

  async function sweepKind(kind: Kind): Promise<number> {
    const before = limitOf(kind, settings, clock());
    if (before === undefined) return 0;
    for (let rows = 0; ; await sleep(timing.pauseMs)) {
      const swept = stopping ? undefined : await sweepBatch(kind, before);
      rows += swept?.rows ?? 0;
      if (!swept?.more) return rows;
    }
  }

  async function sweep(): Promise<Record<string, number>> {
    const dropped: Record<string, number> = {};
    for (const kind of kinds) {
      const rows = await sweepKind(kind);
      if (rows > 0) dropped[kind.name] = rows;
    }
    if (Object.keys(dropped).length > 0) log.info({ dropped }, 'dropped rows older than the retention settings');
    return dropped;
  }

  return {
    sweep,
    start(): void {
      stopTimer = every(timing.everyMs, sweep, log);
    },
    async stop(): Promise<void> {
      stopping = true;
      await stopTimer();
    },
  };
}

export interface DueKind extends Due {
  name: string;
  drops: string;
  setting: string;
  /** 0 means forever. */
  days: number;
}

/** What the next sweep would drop. */
export async function dueOf(db: Db, settings: RetentionSettings, now: Date): Promise<DueKind[]> {
  const due: DueKind[] = [];
  for (const kind of kinds) {
    const { name, drops, setting } = kind;
    const before = limitOf(kind, settings, now);
    const counted = before === undefined ? { rows: 0, oldest: null } : await kind.due(db, before);
    due.push({ name, drops, setting, days: daysOf(kind, settings), ...counted });
  }
  return due;
}
