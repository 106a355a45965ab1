import { type Answer, badGateway, type NoAnswer } from './http.ts';

export const providerNames = ['wechat', 'alipay', 'stripe'] as const;
export type ProviderName = (typeof providerNames)[number];

export const operations = ['prepay', 'query', 'close', 'refund', 'refundQuery', 'bill', 'token', 'any'] as const;
export type Operation = (typeof operations)[number];

/** Everything that can go wrong with a call, on demand. */
export const callFaults = [
  'limited', // 429 in the provider's own words; not accepted
  'failed', // 500 in the provider's own words; not accepted
  'failedAfter', // the same, though the request was accepted
  'html', // 502 with a page of HTML; not accepted
  'htmlAfter', // the same, though the request was accepted
  'lostRequest', // the connection is cut before the request is accepted
  'lostAnswer', // the request is accepted, then the connection is cut
  'hangs', // the request is accepted, and no answer comes until the caller gives up
  'held', // the request waits, not yet accepted, until it is released
  'answerHeld', // the request is accepted, the answer waits until it is released
  'paidBeforeAnswer', // prepay: the payer pays, and the notice is delivered, before prepay answers
  'badSignature', // the answer is signed with a stranger's key
  'unsigned', // the answer bears no signature
  'unknownSerial', // the answer names a key that nobody knows
  'notEnough', // refund: the merchant's balance is too low; not accepted
  'systemError', // Alipay: code 20000, though the request was accepted
] as const;
export type CallFault = (typeof callFaults)[number];

/** Everything that can go wrong with a notice, on demand. */
export const noticeFaults = [
  'twice', // delivered twice
  'late', // delivered after a delay
  'never', // not delivered, not even by a retry
  'held', // waits until it is released
  'forged', // signed with a stranger's key; a retry is genuine
  'signTest', // WeChat's probe: a deliberately bad signature; a retry is genuine
  'unknownSerial', // names a key that nobody knows; a retry is genuine
] as const;
export type NoticeFault = (typeof noticeFaults)[number];

/** The outcome of an accepted refund. Only WeChat has `stuck`; elsewhere it means `failed`. */
export const refundFates = ['done', 'pending', 'stuck', 'failed'] as const;
export type RefundFate = (typeof refundFates)[number];
interface PlannedRefund {
  fate: RefundFate;
  /** How long it is pending first. */
  afterMs?: number | undefined;
}

interface Planned<F> {
  provider: ProviderName;
  operation: Operation;
  fault: F;
  times: number;
}

/** Requested faults that have not happened yet, and the calls and notices that are held. */
export interface Faults {
  plan(provider: ProviderName, operation: Operation, fault: CallFault, times?: number): void;
  planNotice(provider: ProviderName, fault: NoticeFault, times?: number): void;
  /** `pending` stays so until it is settled; the others end by themselves. */
  planRefund(provider: ProviderName, fate: RefundFate, afterMs?: number): void;
  next(provider: ProviderName, operation: Operation): CallFault | undefined;
  nextNotice(provider: ProviderName): NoticeFault | undefined;
  nextRefund(provider: ProviderName): PlannedRefund;
  /** Waits for the next `release`. */
  wait(): Promise<void>;
  /** How many calls and notices wait. */
  waiting(): number;
  /** Resolves as soon as at least this many wait. */
  whenWaiting(count?: number): Promise<void>;
  release(): void;
  /** Forgets planned faults, and releases held calls and notices. */
  clear(): void;
}

export function makeFaults(): Faults {
  let calls: Planned<CallFault>[] = [];
  let notices: Planned<NoticeFault>[] = [];
  let refunds: Planned<PlannedRefund>[] = [];
  let held: (() => void)[] = [];
  let watchers: { count: number; resolve: () => void }[] = [];

  function take<F>(list: Planned<F>[], fits: (planned: Planned<F>) => boolean): F | undefined {
    const found = list.find((planned) => planned.times > 0 && fits(planned));
    if (!found) return undefined;
    found.times -= 1;
    return found.fault;
  }
  const release = () => {
    const released = held;
    held = [];
    for (const resume of released) resume();
  };
  return {
    plan: (provider, operation, fault, times = 1) => void calls.push({ provider, operation, fault, times }),
    planNotice: (provider, fault, times = 1) => void notices.push({ provider, operation: 'any', fault, times }),
    planRefund: (provider, fate, afterMs) =>
      void refunds.push({ provider, operation: 'refund', fault: { fate, afterMs }, times: 1 }),
    next: (provider, operation) =>
      take(calls, (planned) => planned.provider === provider && ['any', operation].includes(planned.operation)),
    nextNotice: (provider) => take(notices, (planned) => planned.provider === provider),
    nextRefund: (provider) => take(refunds, (planned) => planned.provider === provider) ?? { fate: 'done' },
    wait: () =>
      new Promise((resume) => {
        held.push(resume);
        watchers = watchers.filter(({ count, resolve }) => held.length < count || resolve());
      }),
    waiting: () => held.length,
    whenWaiting: (count = 1) =>
      held.length >= count ? Promise.resolve() : new Promise((resolve) => watchers.push({ count, resolve })),
    release,
    clear() {
      calls = [];
      notices = [];
      refunds = [];
      release();
    },
  };
}

/** The provider's own words for a fault that every provider can have. */
export interface ErrorAnswers {
  limited(): Answer;
  failed(): Answer;
}

/** Carries out a call with the fault that was planned for it. `accept` is what the provider does without one. */
export async function withFault(
  faults: Faults,
  fault: CallFault | undefined,
  errors: ErrorAnswers,
  accept: () => Answer | Promise<Answer>,
): Promise<Answer | NoAnswer> {
  if (fault === 'limited') return errors.limited();
  if (fault === 'failed') return errors.failed();
  if (fault === 'html') return badGateway;
  if (fault === 'lostRequest') return 'cut';
  if (fault === 'held') await faults.wait();
  const answer = await accept();
  if (fault === 'failedAfter') return errors.failed();
  if (fault === 'htmlAfter') return badGateway;
  if (fault === 'lostAnswer') return 'cut';
  if (fault === 'hangs') return 'hang';
  if (fault === 'answerHeld') await faults.wait();
  return answer;
}
