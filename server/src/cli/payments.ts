import { text } from '@recline/contract/fields';
import { limits } from '@recline/contract/limits';
import { formatMoney } from '@recline/contract/money';
import { z } from 'zod';
import { closeRefundAsAdmin } from '../features/orders/index.ts';
import {
  closeDifference,
  type Difference,
  type ListedNotice,
  listDifferences,
  listNotices,
  listRefunds,
  type RefundClosing,
  replayNotice,
  type StaffRefund,
} from '../features/payments/index.ts';
import { refuse } from '../platform/admin.ts';
import { command, flag, optional, required } from './command.ts';
import * as fields from './fields.ts';
import { listed, said } from './output.ts';

const reason = required('TEXT', 'Why, for the books', text(limits.replyChars));

const differences = command({
  name: 'payments differences',
  summary: 'Lists where a provider and our books differ, until somebody closes it',
  options: { all: flag('The closed ones too') },
  examples: ['payments differences', 'payments differences --all --json'],
  async run({ pool }, { all }) {
    const columns = {
      ID: (row: Difference) => row.id,
      PROVIDER: (row: Difference) => row.provider,
      WHAT: (row: Difference) => row.kind,
      ABOUT: (row: Difference) => row.subject,
      ORDER: (row: Difference) => row.order_id,
      FOUND: (row: Difference) => row.found_at,
      DETAILS: (row: Difference) => row.detail,
      CLOSED: (row: Difference) => row.close_reason,
    };
    return listed(await listDifferences(pool, all), columns, 'Providers and our books agree.');
  },
});

const closeOne = command({
  name: 'payments differences close',
  summary: 'Closes a difference that somebody has looked into',
  arguments: { difference: required('ID', 'The difference, as `payments differences` shows it', fields.id) },
  options: { reason },
  examples: ['payments differences close 3 --reason "paid for a hotel room, refunded there"'],
  async run(context, { difference: id, reason: why }) {
    const closed = await closeDifference(context, id, why);
    return said(`Difference ${id} is closed.`, closed);
  },
});

const outcomes = ['taken', 'ignored', 'forged', 'failed'] as const;

const notices = command({
  name: 'payments notices',
  summary: "Lists the newest of the providers' notices, as they were stored",
  options: { outcome: optional('NAME', `Only those that were ${outcomes.join(', ')}`, z.enum(outcomes)) },
  examples: ['payments notices --outcome failed'],
  async run({ pool }, { outcome }) {
    const columns = {
      ID: (row: ListedNotice) => row.id,
      PROVIDER: (row: ListedNotice) => row.provider,
      RECEIVED: (row: ListedNotice) => row.received_at,
      OUTCOME: (row: ListedNotice) => row.outcome,
      DETAILS: (row: ListedNotice) => row.detail,
    };
    return listed(await listNotices(pool, outcome ?? null, 100), columns, 'No such notice.');
  },
});

const replay = command({
  name: 'payments replay',
  summary: "Has a provider's notice judged once more",
  notes:
    'The server, once it runs, judges it within seconds. A payment is recorded once, however often it is replayed.',
  arguments: { notice: required('ID', 'The notice, as `payments notices` shows it', fields.id) },
  examples: ['payments replay 17'],
  async run({ pool, clock }, { notice: id }) {
    const found = await replayNotice.maybe(pool, id, clock());
    if (!found) throw refuse('noticeNotFound', { id });
    return said(`Notice ${id} of ${found.provider} is judged again.`, found);
  },
});

const refunds = command({
  name: 'payments refunds',
  summary: 'Lists refunds that are not done, those that need staff first',
  examples: ['payments refunds'],
  async run({ pool }) {
    const columns = {
      ID: (row: StaffRefund) => row.id,
      ORDER: (row: StaffRefund) => row.order_id,
      STATE: (row: StaffRefund) => (row.state === 'failed' ? 'needs staff' : row.state),
      PROVIDER: (row: StaffRefund) => row.provider,
      AMOUNT: (row: StaffRefund) => formatMoney(row.amount, row.currency),
      SINCE: (row: StaffRefund) => row.created_at,
      ERROR: (row: StaffRefund) => row.last_error,
    };
    return listed(await listRefunds(pool), columns, 'Every refund is done.');
  },
});

const closings: Record<'hand' | 'not', RefundClosing> = { hand: 'paid by hand', not: 'not paid' };

const closeRefund = command({
  name: 'payments refund close',
  summary: 'Closes a refund that a provider refused: paid by hand, or not paid',
  notes: 'One that was not paid is taken back: the order stands as it did before.',
  arguments: { refund: required('ID', 'The refund, as `payments refunds` shows it', fields.id) },
  options: {
    paid: required('HOW', '`hand`: the money went back by other means; `not`: it did not', z.enum(['hand', 'not'])),
    reason,
  },
  examples: ['payments refund close 8 --paid hand --reason "bank transfer 2026-11-16"'],
  async run(context, { refund: id, paid, reason: why }) {
    const as = closings[paid];
    const closed = await closeRefundAsAdmin(context, id, { as, reason: why });
    return said(`Refund ${id} of ${formatMoney(closed.amount, closed.currency)} is closed: ${as}.`, closed);
  },
});

export const paymentCommands = [differences, closeOne, notices, replay, refunds, closeRefund];
