import { limits } from '@recline/contract/limits';
import type { PresenceTiming } from './features/devices/index.ts';
import type { OrderTiming } from './features/orders/index.ts';
import type { PaymentTiming, SandboxTiming } from './features/payments/index.ts';
import type { RetentionTiming } from './features/retention/index.ts';
import type { SmsTiming } from './features/sms/index.ts';
import type { InboxTiming } from './gateway/inbox.ts';
import type { ModuleTiming } from './platform/modules.ts';

/** Every timeout and interval of the server, passed in like the clock, so that tests can shorten them. */
export interface Timing {
  orders: OrderTiming;
  presence: PresenceTiming;
  inbox: InboxTiming;
  session: { saveUsesEveryMs: number };
  sms: SmsTiming;
  payments: PaymentTiming;
  sandbox: SandboxTiming;
  chairPage: { cardWithinMs: number };
  prices: { plansEveryMs: number };
  retention: RetentionTiming;
  /** How far the event loop may be behind before calls are refused. */
  load: { maxDelayMs: number };
  modules: ModuleTiming;
}

export const usualTiming: Timing = {
  orders: {
    startWaitMs: limits.startSeconds * 1000,
    resendAfterMs: [2_000, 4_000, 7_000],
    // So that nobody waits for more than a minute behind a thousand new accounts.
    payingPace: { perSecond: 25, atOnce: 50, maxWaitMs: limits.turnSeconds * 1000, maxWaiting: 5_000 },
    sweepEveryMs: 1_000,
    flushEveryMs: 250,
  },
  presence: { flushEveryMs: 250, silenceEveryMs: 5_000 },
  inbox: { retryMs: 250 },
  session: { saveUsesEveryMs: 5_000 },
  sms: { answerWithinMs: 8_000 },
  payments: {
    queryAfterMs: 30_000,
    everyMs: 10_000,
    leaseMs: 60_000,
    backoffMs: 10_000,
    answerNoticeMs: 2_000,
    retryNoticeMs: 60_000,
    billsEveryMs: 600_000,
  },
  sandbox: { lateNoticeMs: 5_000, secondNoticeMs: 500, noticeRetriesMs: [1_000, 3_000, 10_000, 30_000] },
  chairPage: { cardWithinMs: 300 },
  prices: { plansEveryMs: 5_000 },
  retention: { everyMs: 3600_000, pauseMs: 100 },
  load: { maxDelayMs: 500 },
  modules: { stopWithinMs: 30_000 },
};

/** Overrides of some timings of each part, for tests. */
export type TimingChanges = { [Part in keyof Timing]?: Partial<Timing[Part]> };

export const withTiming = (changes: TimingChanges): Timing =>
  Object.fromEntries(
    Object.entries(usualTiming).map(([part, usual]) => [part, { ...usual, ...changes[part as keyof Timing] }]),
  ) as unknown as Timing;
