import type { Base } from './base.ts';
import type { Chairs } from './compose-chairs.ts';
import type { Agreements } from './features/agreements/index.ts';
import { applyDuePlans } from './features/prices/index.ts';
import { makeRetention } from './features/retention/index.ts';
import type { makeGuests, makeSmsCodes, makeWalletLogin, Sessions } from './features/session/index.ts';
import type { Uploads } from './features/uploads/index.ts';
import type { Log } from './platform/log.ts';
import type { Module } from './platform/modules.ts';
import { forgetOldUses } from './platform/rate-limit.ts';
import { every } from './platform/schedule.ts';

interface Parts {
  agreements: Agreements;
  sessions: Sessions;
  guests: ReturnType<typeof makeGuests>;
  codes: ReturnType<typeof makeSmsCodes>;
  wallets: ReturnType<typeof makeWalletLogin>;
  uploads: Uploads;
  settlement: Chairs['settlement'];
}

/** Periodic work: deletes expired data, and applies planned changes. */
export function cleanUps({ env, clock, log, timing, requestPool: pool }: Base, parts: Parts): Module[] {
  const { agreements, sessions, guests, codes, wallets, uploads, settlement } = parts;
  const retention = makeRetention({ pool, clock, log, settings: env, timing: timing.retention });
  const uses = periodic('uses of sessions', timing.session.saveUsesEveryMs, sessions.saveUses, log);
  const saveAtStop = async () => {
    await uses.stop();
    await sessions.saveUses();
  };
  return [
    { name: 'agreements', start: agreements.start },
    periodic('price plans', timing.prices.plansEveryMs, () => applyDuePlans({ pool, clock }), log),
    hourly('forged payment notices', settlement.forgetForgedNotices, log),
    { name: 'retention', start: retention.start, stop: retention.stop },
    hourly('sessions', sessions.forgetOld, log),
    hourly('merged guests', guests.moveStragglers, log),
    hourly('sms codes', codes.forgetOld, log),
    hourly('wallet logins', wallets.forgetOld, log),
    hourly('uploads', uploads.sweep, log),
    hourly('rate limits', () => forgetOldUses(pool, clock()), log),
    { ...uses, stop: saveAtStop },
  ];
}

const hourly = (name: string, work: () => Promise<unknown>, log: Log) =>
  periodic(`${name}: clean-up`, 3600_000, work, log);

function periodic(name: string, everyMs: number, work: () => Promise<unknown>, log: Log) {
  let stop = async () => {};
  return {
    name,
    start() {
      stop = every(everyMs, work, log);
    },
    stop: () => stop(),
  };
}
