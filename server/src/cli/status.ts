import { type ChairTotals, chairTotals } from '../features/devices/index.ts';
import { newFeedback } from '../features/feedback/index.ts';
import { type OrderQueues, orderQueues } from '../features/orders/index.ts';
import { countOutlets } from '../features/outlets/index.ts';
import { type PaymentQueues, paymentQueues } from '../features/payments/index.ts';
import { type Pool, postgresVersion } from '../platform/db.ts';
import { command } from './command.ts';
import { migrationsOf } from './migrations.ts';
import { pairs, paragraphs, show } from './output.ts';
import { version } from './version.ts';

type Figures = OrderQueues & PaymentQueues & ChairTotals & { outlets: number; new_feedback: number };

const figuresNow = async (pool: Pool): Promise<Figures> => ({
  ...(await orderQueues.one(pool)),
  ...(await paymentQueues.one(pool)),
  ...(await chairTotals.one(pool)),
  outlets: (await countOutlets.one(pool)).n,
  new_feedback: (await newFeedback.one(pool)).n,
});

const status = command({
  name: 'status',
  summary: 'Shows versions, migrations, chairs, queues and the oldest unfinished order',
  examples: ['status', 'status --json'],
  schema: 'any',
  async run({ pool }) {
    const postgres = await postgresVersion(pool);
    const migrations = await migrationsOf(pool);
    const versions = { recline: version, node: process.versions.node, postgres };
    if (migrations.missing.length > 0) {
      const facts = pairs({ ...versions, 'migrations applied': migrations.applied.length });
      const missing = `Missing migrations: ${migrations.missing.join(', ')}. \`recline migrate\` applies them; so does the server when it starts.`;
      return { json: { versions, migrations }, text: paragraphs(facts, missing) };
    }
    const now = await figuresNow(pool);
    return { json: { versions, migrations, ...shape(now) }, text: describe(versions, migrations, now) };
  },
});

const shape = (now: Figures) => ({
  outlets: now.outlets,
  chairs: { online: now.online, offline: now.offline, faulty: now.faulty },
  queues: {
    pendingOrders: now.pending,
    startingOrders: now.starting,
    runningOrders: now.running,
    refundsDue: now.refunds_due,
    refundsFailed: now.refunds_failed,
    paymentDifferences: now.differences,
    noticesFailed: now.notices_failed,
    deadLetters: now.dead_letters,
    unacknowledgedCommands: now.unacked_commands,
    newFeedback: now.new_feedback,
  },
  /** Of the last 30 days. */
  suspiciousCoins: { count: now.marked_coins, lastDeviceId: now.marked_device_id },
  oldestUnfinishedOrder:
    now.oldest_order_id === null
      ? null
      : { orderId: String(now.oldest_order_id), status: now.oldest_status, createdAt: now.oldest_created_at },
});

const describe = (
  versions: Record<string, string>,
  migrations: { applied: string[]; unknown: string[] },
  now: Figures,
) =>
  pairs({
    ...versions,
    migrations: `${migrations.applied.length} applied, none missing`,
    ...(migrations.unknown.length > 0 ? { 'of a newer version': migrations.unknown.join(', ') } : {}),
    outlets: now.outlets,
    chairs: `${now.online} online, ${now.offline} offline, ${now.faulty} with a fault`,
    'orders awaiting payment': now.pending,
    'orders starting': now.starting,
    'orders running': now.running,
    'refunds due': now.refunds_due,
    'refunds that need staff':
      now.refunds_failed === 0 ? 0 : `${now.refunds_failed}: \`recline payments refunds\` says which`,
    'payment differences':
      now.differences === 0 ? 0 : `${now.differences}: \`recline payments differences\` says which`,
    'failed payment notices': now.notices_failed,
    'chair messages that failed': now.dead_letters,
    'commands without an answer': now.unacked_commands,
    'new feedback': now.new_feedback,
    'coins to check (30 days)':
      now.marked_coins === 0 ? 'none' : `${now.marked_coins}, the last of chair ${now.marked_device_id}`,
    'oldest unfinished order':
      now.oldest_order_id === null
        ? 'none'
        : `${now.oldest_order_id}, ${now.oldest_status}, since ${show(now.oldest_created_at)}`,
  });

export const statusCommands = [status];
