import { text } from '@recline/contract/fields';
import { limits } from '@recline/contract/limits';
import { formatMoney } from '@recline/contract/money';
import { z } from 'zod';
import { closeAsRefunded, closeRefundAsAdmin } from '../features/orders/index.ts';
import {
  closeDifferenceAsAdmin,
  type Difference,
  type ListedNotice,
  listDifferences,
  listNotices,
  listRefunds,
  type Reconciled,
  type RefundClosing,
  replayNotice,
  type StaffRefund,
} from '../features/payments/index.ts';
import { refuse } from '../platform/admin.ts';
import { command, flag, optional, required } from './command.ts';
import * as fields from './fields.ts';
import { listed, said, table } from './output.ts';
import { providersOf, reconciliationOf } from './payments-parts.ts';

const reason = required('TEXT', 'Why, for the books', text(limits.replyChars));

const differences = command({
  name: 'payments differences',
  summary: "Lists the open differences between a provider's bills and the ledger",
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
  summary: 'Closes a difference that was looked into',
  arguments: { difference: required('ID', 'The difference, as `payments differences` shows it', fields.id) },
  notes:
    'With `--refunded`, a refund that was made in the pages of the provider is entered in the ledger: the order and the statistics count it, and nothing is sent.',
  options: { refunded: flag('The difference is a refund that somebody made at the provider'), reason },
  examples: [
    'payments differences close 3 --reason "paid for a hotel room, refunded there"',
    'payments differences close 4 --refunded --reason "Anna refunded it in the dashboard"',
  ],
  async run(context, { difference: id, refunded, reason: why }) {
    const closed = await (refunded ? closeAsRefunded : closeDifferenceAsAdmin)(context, id, why);
    return said(`Difference ${id} is closed${refunded ? ', and its refund is in the books' : ''}.`, closed);
  },
});

const outcomes = ['taken', 'ignored', 'forged', 'failed'] as const;

const notices = command({
  name: 'payments notices',
  summary: "Lists the providers' payment notices, newest first",
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
  summary: "Processes a provider's notice again",
  notes: 'A running server processes it within seconds. A payment is recorded once, however often it is replayed.',
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
  summary: 'Lists the unfinished refunds, those that need staff first',
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
  summary: 'Closes a refund that the provider refused: paid by hand, or not paid',
  notes: '`--paid not` withdraws the refund: the order is as it was before.',
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

const reconcile = command({
  name: 'payments reconcile',
  summary: "Compares the providers' bills of a day with the ledger",
  notes: 'The server does this every day. `payments differences` lists what it found.',
  options: {
    day: required('DATE', "The day in the provider's calendar, such as 2026-11-15", z.iso.date()),
    provider: optional('NAME', 'Only this provider', text(32)),
  },
  examples: ['payments reconcile --day 2026-11-15', 'payments reconcile --day 2026-11-15 --provider wechat'],
  async run(context, { day, provider: only }) {
    const chosen = providersOf(context).filter(({ name }) => only === undefined || name === only);
    if (chosen.length === 0) throw refuse('providerNotSetUp', { name: only ?? '' });
    const reconciliation = reconciliationOf(context, chosen);
    const rows: ({ provider: string } & Reconciled)[] = [];
    for (const provider of chosen) {
      const result = await reconciliation.reconcile(provider, day);
      if (!result) throw refuse('billInWork', { name: provider.name, day });
      rows.push({ provider: provider.name, ...result });
    }
    const columns = {
      PROVIDER: (row: (typeof rows)[number]) => row.provider,
      ROWS: (row: (typeof rows)[number]) => row.rows,
      'OF OTHERS': (row: (typeof rows)[number]) => row.foreign_rows,
      'NEW DIFFERENCES': (row: (typeof rows)[number]) => row.differences,
      FILE: (row: (typeof rows)[number]) => row.file,
      SHA256: (row: (typeof rows)[number]) => row.sha256,
    };
    return listed(rows, columns, '');
  },
});

const check = command({
  name: 'payments check',
  summary: 'Checks the credentials of every provider by a query that moves no money',
  examples: ['payments check'],
  async run(context) {
    const lines = [];
    for (const provider of providersOf(context)) {
      const seen = await provider.check().then(
        (said) => said.map((line) => ({ provider: provider.name, state: 'OK', line })),
        (error: Error) => [{ provider: provider.name, state: 'FAILED', line: error.message }],
      );
      lines.push(...seen);
    }
    const report = table(lines.map(({ provider, state, line }) => [provider, state, line]));
    if (lines.some(({ state }) => state === 'FAILED')) throw refuse('checkFailed', { report });
    return said(lines.length === 0 ? 'No provider is set up.' : report, lines);
  },
});

export const paymentCommands = [check, reconcile, differences, closeOne, notices, replay, refunds, closeRefund];
