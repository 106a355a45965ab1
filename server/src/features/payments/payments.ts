import type { Language } from '@recline/contract/languages';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { every } from '../../platform/schedule.ts';
import { type NewAttempt, openAttempt, type Payer, type Purchase, payOf } from './attempts.ts';
import { type Occasion, offered } from './offer.rules.ts';
import type { PaymentProvider, RawNotice } from './port.ts';
import { type RefundTiming, sendRefunds } from './refund-worker.ts';
import { type PaymentHooks, queryAttempts, takeNotice } from './settlement.ts';

export interface PaymentTiming extends RefundTiming {
  /** The provider is queried if no notice has arrived after this. */
  queryAfterMs: number;
  /** How often open attempts and due refunds are looked at. */
  everyMs: number;
}

interface PaymentDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  providers: readonly PaymentProvider[];
  timing: PaymentTiming;
  /** Where a provider sends its notices. */
  noticeUrl(provider: string): string;
}

/** What orders need of payments. */
export function makePayments(deps: PaymentDeps) {
  let sending: Promise<void> | undefined;
  let stopTimer = async () => {};

  /** Sends what is due now; one round at a time. */
  function refundSoon(): void {
    sending ??= sendRefunds(deps)
      .catch((error) => deps.log.error({ err: error }, 'refunds could not be sent'))
      .finally(() => {
        sending = undefined;
      });
  }

  return {
    /** The ways to pay online there, with their labels. */
    offered: (occasion: Occasion, language: Language) =>
      offered(deps.providers, occasion).map(({ name, label }) => ({ value: name, label: label[language] })),
    isOffered: (name: string, occasion: Occasion) =>
      offered(deps.providers, occasion).some((each) => each.name === name),
    openAttempt: (db: Db, asked: NewAttempt, now: Date) => openAttempt(db, deps, asked, now),
    payOf: (purchase: Purchase, payer: Payer) => payOf(deps, purchase, payer),
    refundSoon,
    start(): void {
      stopTimer = every(deps.timing.everyMs, async () => refundSoon(), deps.log);
    },
    async stop(): Promise<void> {
      await stopTimer();
      await sending;
    },
  };
}

export type Payments = ReturnType<typeof makePayments>;

/** Handles what providers report, by notice or query; orders are informed through `hooks`. */
export function makeSettlement(deps: Omit<PaymentDeps, 'metrics' | 'noticeUrl'> & { hooks: PaymentHooks }) {
  let stopTimer = async () => {};
  return {
    takeNotice: (provider: string, raw: RawNotice) => takeNotice(deps, provider, raw),
    start(): void {
      stopTimer = every(deps.timing.everyMs, () => queryAttempts(deps), deps.log);
    },
    stop: () => stopTimer(),
  };
}

export type Settlement = ReturnType<typeof makeSettlement>;
