import type { Faults, NoticeFault, ProviderName } from './faults.ts';

/** How the signature of one delivery is wrong. */
export type Flaw = Extract<NoticeFault, 'forged' | 'signTest' | 'unknownSerial'>;

export interface Notice {
  provider: ProviderName;
  /** The merchant's number of the payment or refund. */
  number: string;
  url: string;
  /** Made afresh for each delivery: signatures bear the time. */
  make(flaw?: Flaw): { headers: Record<string, string>; body: string };
  isTaken(status: number, body: string): boolean;
}

export interface Delivery {
  provider: ProviderName;
  number: string;
  flaw?: Flaw;
  /** What the merchant answered; 0: no answer. */
  status: number;
  body: string;
  taken: boolean;
}

export interface NoticeTiming {
  /** Waits before each retry of a notice that was not acknowledged, per provider. */
  retriesMs: Record<ProviderName, readonly number[]>;
  lateMs: number;
  /** How long the merchant has for its answer. */
  answerMs: number;
}

const minute = 60_000;
const hour = 60 * minute;
/** The providers' own intervals; Stripe's is an assumption within its documented three days. */
export const noticeTiming: NoticeTiming = {
  retriesMs: {
    wechat: [
      15_000,
      15_000,
      30_000,
      3 * minute,
      10 * minute,
      20 * minute,
      30 * minute,
      30 * minute,
      30 * minute,
    ].concat([hour, 3 * hour, 3 * hour, 3 * hour, 6 * hour, 6 * hour]),
    alipay: [4 * minute, 10 * minute, 10 * minute, hour, 2 * hour, 6 * hour, 15 * hour],
    stripe: [
      minute,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      12 * hour,
      12 * hour,
      12 * hour,
      12 * hour,
    ],
  },
  lateMs: 20_000,
  answerMs: 5_000,
};

export interface Notices {
  /** Delivers with the planned fault, if any, and retries at the intervals. Resolves after the first delivery. */
  send(notice: Notice): Promise<void>;
  /** One delivery, without a retry. */
  deliver(notice: Notice, flaw?: Flaw): Promise<Delivery>;
  /** Resends at once all notices that were not acknowledged or never sent. */
  resend(): Promise<void>;
  deliveries: Delivery[];
  /** Stops resending every notice sent so far. */
  forget(): void;
  stop(): void;
}

const flaws: readonly NoticeFault[] = ['forged', 'signTest', 'unknownSerial'];
const isFlaw = (fault: NoticeFault | undefined): fault is Flaw => fault !== undefined && flaws.includes(fault);

export function makeNotices(faults: Faults, timing: NoticeTiming): Notices {
  const deliveries: Delivery[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const outstanding = new Set<Notice>();
  const stopped = new AbortController();

  const after = (ms: number, act: () => Promise<unknown>) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void act();
    }, ms);
    timers.add(timer);
  };

  async function deliver(notice: Notice, flaw?: Flaw): Promise<Delivery> {
    const { provider, number } = notice;
    const { status, body } = await post(notice.url, notice.make(flaw), timing.answerMs, stopped.signal);
    const delivery: Delivery = { provider, number, flaw, status, body, taken: notice.isTaken(status, body) };
    deliveries.push(delivery);
    if (delivery.taken && !flaw) outstanding.delete(notice);
    return delivery;
  }

  async function attempt(notice: Notice, retry: number, flaw?: Flaw): Promise<void> {
    const { taken } = await deliver(notice, flaw);
    const wait = timing.retriesMs[notice.provider][retry];
    // A probe that the merchant accepted is still followed by the genuine notice.
    if ((taken && !flaw) || wait === undefined || stopped.signal.aborted) return;
    after(wait, () => (outstanding.has(notice) ? attempt(notice, retry + 1) : Promise.resolve()));
  }

  return {
    async send(notice) {
      const fault = faults.nextNotice(notice.provider);
      outstanding.add(notice);
      if (fault === 'never') return;
      if (fault === 'late') return after(timing.lateMs, () => attempt(notice, 0));
      if (fault === 'held') return void faults.wait().then(() => attempt(notice, 0));
      await attempt(notice, 0, isFlaw(fault) ? fault : undefined);
      if (fault === 'twice') await deliver(notice);
    },
    deliver,
    async resend() {
      await Promise.all([...outstanding].map((notice) => deliver(notice)));
    },
    deliveries,
    forget() {
      outstanding.clear();
      deliveries.length = 0;
    },
    stop() {
      stopped.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  answerMs: number,
  stopped: AbortSignal,
): Promise<{ status: number; body: string }> {
  try {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(answerMs)]);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    return { status: response.status, body: await response.text() };
  } catch {
    return { status: 0, body: '' };
  }
}
