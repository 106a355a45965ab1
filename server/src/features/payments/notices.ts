import { fail } from '../../platform/error.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { providerOf } from './attempts.ts';
import * as sql from './notices.sql.ts';
import type { Notice, NoticeAnswer, PaymentProvider, RawNotice, RefundState } from './port.ts';
import { type SettlementDeps, settle } from './settlement.ts';

export interface NoticeDeps extends SettlementDeps {
  metrics: Metrics;
  /** What a notice says of a refund. */
  refundReported(provider: string, state: RefundState): Promise<string | undefined>;
}

/** A notice that could not be judged is tried again after this, or by whoever sends it again. */
const retryMs = 60_000;
const maxTries = 20;
const keptForged = 1000;

/** Of the request's headers, those that say who is logged in are not a provider's, and not kept. */
const privateHeaders = ['cookie', 'authorization', 'access-token'];

/** Takes a provider's notice: stores it as it came, then judges it. The answer follows the commit of what it caused. */
export async function takeNotice(
  deps: NoticeDeps,
  name: string,
  { headers, body }: Pick<RawNotice, 'headers' | 'body'>,
): Promise<NoticeAnswer> {
  const provider = providerOf(deps, name);
  if (!provider) throw fail('notFound');
  const receivedAt = deps.clock();
  const kept = Object.fromEntries(Object.entries(headers).filter(([header]) => !privateHeaders.includes(header)));
  const later = new Date(receivedAt.getTime() + retryMs);
  const { id } = await sql.insertNotice.one(deps.pool, name, receivedAt, JSON.stringify(kept), body, later);
  return provider.answer(await judge(deps, provider, { id, tries: 0 }, { headers, body, receivedAt }));
}

/** Judges notices that a crash or a failure left without an outcome, and those that an operator replays. */
export async function judgeUnjudged(deps: NoticeDeps): Promise<void> {
  const now = deps.clock();
  for (const row of await sql.takeUnjudged(deps.pool, now, new Date(now.getTime() + retryMs))) {
    const provider = providerOf(deps, row.provider);
    const { headers, body, received_at: receivedAt } = row;
    if (provider) await judge(deps, provider, row, { headers, body, receivedAt });
  }
}

/** Whether the provider may forget the notice. */
async function judge(
  deps: NoticeDeps,
  provider: PaymentProvider,
  stored: { id: number; tries: number },
  raw: RawNotice,
): Promise<boolean> {
  const { pool, clock, log, metrics } = deps;
  const labels = { provider: provider.name };
  try {
    const notice = await provider.readNotice(raw);
    const [outcome, detail] = await act(deps, provider.name, notice);
    if (outcome === 'forged') log.warn({ ...labels, why: detail }, 'a payment notice that is not genuine');
    metrics.notices.inc({ ...labels, outcome });
    await sql.judgeNotice(pool, stored.id, outcome, detail, clock());
    return outcome !== 'forged';
  } catch (error) {
    log.error({ err: error, ...labels, noticeId: stored.id }, 'a payment notice could not be judged and is retried');
    metrics.notices.inc({ ...labels, outcome: 'failed' });
    const outcome = stored.tries + 1 >= maxTries ? 'failed' : null;
    await sql.judgeNotice(pool, stored.id, outcome, (error as Error).message, new Date(clock().getTime() + retryMs));
    return false;
  }
}

async function act(deps: NoticeDeps, provider: string, notice: Notice): Promise<[sql.NoticeOutcome, string | null]> {
  if (notice.kind === 'forged' || notice.kind === 'ignored') return [notice.kind, notice.why];
  const why =
    notice.kind === 'payment'
      ? await settle(deps, provider, notice.state)
      : await deps.refundReported(provider, notice.state);
  return why === undefined ? ['taken', null] : ['ignored', why];
}

export const forgetForgedNotices = ({ pool }: Pick<NoticeDeps, 'pool'>): Promise<unknown> =>
  sql.forgetForged(pool, keptForged);
