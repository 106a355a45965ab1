import { fail } from '../../../platform/error.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { providerOf } from '../attempts/attempts.ts';
import type { SettlementDeps } from '../attempts/hooks.ts';
import type { NoticeTiming } from '../environment.ts';
import type {
  Notice,
  NoticeAnswer,
  PaymentProvider,
  PaymentState,
  RawNotice,
  RefundState,
} from '../providers/provider.ts';
import type { ForgedLimits } from './forged-limits.ts';
import * as sql from './notices.sql.ts';

export interface NoticeDeps extends SettlementDeps {
  metrics: Metrics;
  timing: NoticeTiming;
  /** Judges a few at a time, so that others can be stored meanwhile. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  forgedLimits: ForgedLimits;
  /** A notice's report about a payment, and about a refund. */
  settle(provider: string, state: PaymentState): Promise<string | undefined>;
  refundReported(provider: string, state: RefundState): Promise<string | undefined>;
}

const maxTries = 20;
const keptForged = 1000;

/** Headers that identify a logged-in user do not come from a provider, and are not stored. */
const privateHeaders = ['cookie', 'authorization', 'access-token'];

/** Prometheus computes rates from changes: a counter must exist at 0 before its first event. */
export function countFromZero({ metrics, providers }: Pick<NoticeDeps, 'metrics' | 'providers'>): void {
  for (const { name: provider } of providers)
    for (const outcome of sql.noticeOutcomes) metrics.notices.inc({ provider, outcome }, 0);
}

/**
 * Receives a provider's notice: stores it as received, then judges it. The answer follows the commit of its effects. If
 * notices arrive faster than chairs can be started, a genuine one is answered earlier: it is stored and will be judged,
 * and providers wait only a few seconds.
 */
export async function takeNotice(
  deps: NoticeDeps,
  name: string,
  sent: Pick<RawNotice, 'headers' | 'body'>,
): Promise<NoticeAnswer> {
  const provider = providerOf(deps, name);
  if (!provider) throw fail('notFound');
  const raw = { ...sent, receivedAt: deps.clock() };
  const place = deps.forgedLimits.takePlace();
  if (!place && (await isForged(deps, provider, raw))) return provider.answer(false);
  const stored = await store(deps, name, raw);
  const notice = await read(deps, provider, stored, raw);
  if (!notice) return provider.answer(false);
  const judging = () => judge(deps, provider.name, stored, notice);
  if (notice.kind === 'forged') return provider.answer(await judging());
  place?.giveBack();
  return provider.answer(await inTime(deps.inTurn(judging), deps.timing.answerNoticeMs));
}

async function store({ pool, timing }: NoticeDeps, name: string, { headers, body, receivedAt }: RawNotice) {
  const kept = Object.fromEntries(Object.entries(headers).filter(([header]) => !privateHeaders.includes(header)));
  const later = new Date(receivedAt.getTime() + timing.retryNoticeMs);
  const { id } = await sql.insertNotice.one(pool, name, receivedAt, JSON.stringify(kept), body, later);
  return { id, tries: 0 };
}

/** While too many forged notices arrive, the signature is checked first, and a forged one is counted but not stored. */
async function isForged(deps: NoticeDeps, provider: PaymentProvider, raw: RawNotice): Promise<boolean> {
  try {
    const notice = await provider.readNotice(raw);
    if (notice.kind !== 'forged') return false;
    logForged(deps, provider.name, notice);
    deps.metrics.notices.inc({ provider: provider.name, outcome: 'forged' });
    return true;
  } catch (error) {
    const logged = deps.forgedLimits.admitToLog(provider.name);
    if (logged)
      deps.log.warn({ err: error, provider: provider.name, ...logged }, 'a payment notice was stored unchecked');
    return false;
  }
}

/** Resolves true if no outcome arrives within `ms`. */
function inTime(judged: Promise<boolean>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, true);
  });
  return Promise.race([judged, late]).finally(() => clearTimeout(timer));
}

/** Judges notices that a crash or a failure left without an outcome, and those that an operator replays. */
export async function judgeUnjudged(deps: NoticeDeps): Promise<void> {
  const now = deps.clock();
  const next = new Date(now.getTime() + deps.timing.retryNoticeMs);
  for (const row of await sql.takeUnjudged(deps.pool, now, next)) {
    const provider = providerOf(deps, row.provider);
    const { headers, body, received_at: receivedAt } = row;
    const notice = provider && (await read(deps, provider, row, { headers, body, receivedAt }));
    if (notice) await judge(deps, row.provider, row, notice);
  }
}

type Forged = Extract<Notice, { kind: 'forged' }>;

interface StoredNotice {
  id: number;
  tries: number;
}

/** A notice's report; undefined if it cannot be determined now, so that it is retried. */
async function read(deps: NoticeDeps, provider: PaymentProvider, stored: StoredNotice, raw: RawNotice) {
  try {
    const notice = await provider.readNotice(raw);
    if (notice.kind === 'forged') logForged(deps, provider.name, notice);
    return notice;
  } catch (error) {
    await postpone(deps, provider.name, stored, error);
    return undefined;
  }
}

/** Whether the provider may stop resending the notice. */
async function judge(deps: NoticeDeps, provider: string, stored: StoredNotice, notice: Notice): Promise<boolean> {
  const { pool, clock, metrics } = deps;
  try {
    const [outcome, detail] = await act(deps, provider, notice);
    metrics.notices.inc({ provider, outcome });
    await sql.judgeNotice(pool, stored.id, outcome, detail, clock());
    return outcome !== 'forged';
  } catch (error) {
    await postpone(deps, provider, stored, error);
    return false;
  }
}

async function postpone(deps: NoticeDeps, provider: string, { id, tries }: StoredNotice, error: unknown) {
  const { pool, clock, log, metrics, timing } = deps;
  log.error({ err: error, provider, noticeId: id }, 'a payment notice could not be judged and is retried');
  metrics.notices.inc({ provider, outcome: 'failed' });
  const outcome = tries + 1 >= maxTries ? 'failed' : null;
  const next = new Date(clock().getTime() + timing.retryNoticeMs);
  await sql.judgeNotice(pool, id, outcome, (error as Error).message, next);
}

async function act(deps: NoticeDeps, provider: string, notice: Notice): Promise<[sql.NoticeOutcome, string | null]> {
  if (notice.kind === 'forged' || notice.kind === 'ignored') return [notice.kind, notice.why];
  const why =
    notice.kind === 'payment'
      ? await deps.settle(provider, notice.state)
      : await deps.refundReported(provider, notice.state);
  return why === undefined ? ['taken', null] : ['ignored', why];
}

/** A provider's probe is refused like any forged notice, without a warning. */
function logForged(deps: NoticeDeps, provider: string, { why, isProbe }: Forged): void {
  const logged = isProbe ? undefined : deps.forgedLimits.admitToLog(provider);
  deps.log[logged ? 'warn' : 'debug']({ provider, why, ...logged }, 'a payment notice that is not genuine');
}

export const forgetForgedNotices = ({ pool }: Pick<NoticeDeps, 'pool'>): Promise<unknown> =>
  sql.forgetForged(pool, keptForged);
