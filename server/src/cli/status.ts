import { openStatuses } from '@recline/contract/values';
import { statement } from '../platform/db.ts';
import { sqlList } from '../platform/rows.ts';
import { command } from './command.ts';
import { migrationsOf } from './migrations.ts';
import { pairs, paragraphs, show } from './output.ts';
import { version } from './version.ts';

const serverVersion = statement<{ version: string }, []>(
  'cli.status.version',
  `SELECT current_setting('server_version') AS version`,
);
interface Figures {
  outlets: number;
  online: number;
  offline: number;
  faulty: number;
  pending: number;
  starting: number;
  running: number;
  refunds_due: number;
  refunds_failed: number;
  differences: number;
  notices_failed: number;
  dead_letters: number;
  unacked_commands: number;
  new_feedback: number;
  marked_coins: number;
  marked_device_id: string | null;
  oldest_order_id: number | null;
  oldest_created_at: Date | null;
  oldest_status: string | null;
}

const figures = statement<Figures, []>(
  'cli.status.figures',
  `WITH chairs AS (SELECT online, fault_code FROM devices WHERE retired_at IS NULL),
     unfinished AS (SELECT id, status, created_at FROM orders WHERE status IN (${sqlList(openStatuses)})),
     oldest AS (SELECT * FROM unfinished ORDER BY created_at LIMIT 1),
     marked AS (SELECT device_id, received_at FROM device_events
       WHERE suspicion IS NOT NULL AND received_at > now() - interval '30 days')
   SELECT (SELECT count(*) FROM outlets) AS outlets,
     (SELECT count(*) FROM chairs WHERE online) AS online,
     (SELECT count(*) FROM chairs WHERE NOT online) AS offline,
     (SELECT count(*) FROM chairs WHERE fault_code IS NOT NULL) AS faulty,
     (SELECT count(*) FROM unfinished WHERE status = 'pending') AS pending,
     (SELECT count(*) FROM unfinished WHERE status = 'starting') AS starting,
     (SELECT count(*) FROM unfinished WHERE status = 'running') AS running,
     (SELECT count(*) FROM refunds WHERE state IN ('due', 'asked', 'pending')) AS refunds_due,
     (SELECT count(*) FROM refunds WHERE state = 'failed' AND closed_at IS NULL) AS refunds_failed,
     (SELECT count(*) FROM payment_differences WHERE closed_at IS NULL) AS differences,
     (SELECT count(*) FROM payment_notices WHERE outcome IS NULL AND tries > 0 OR outcome = 'failed') AS notices_failed,
     (SELECT count(*) FROM dead_letters WHERE resolved_at IS NULL) AS dead_letters,
     (SELECT count(*) FROM commands WHERE acked_at IS NULL AND expires_at > now()) AS unacked_commands,
     (SELECT count(*) FROM feedback WHERE status = 'new') AS new_feedback,
     (SELECT count(*) FROM marked) AS marked_coins,
     (SELECT device_id FROM marked ORDER BY received_at DESC LIMIT 1) AS marked_device_id,
     (SELECT id FROM oldest) AS oldest_order_id, (SELECT created_at FROM oldest) AS oldest_created_at,
     (SELECT status FROM oldest) AS oldest_status`,
);

const status = command({
  name: 'status',
  summary: 'Says how everything is: versions, migrations, chairs, queues, the oldest unfinished order',
  examples: ['status', 'status --json'],
  schema: 'any',
  async run({ pool }) {
    const postgres = (await serverVersion.one(pool)).version;
    const migrations = await migrationsOf(pool);
    const versions = { recline: version, node: process.versions.node, postgres };
    if (migrations.missing.length > 0) {
      const facts = pairs({ ...versions, 'migrations applied': migrations.applied.length });
      const missing = `Missing migrations: ${migrations.missing.join(', ')}. \`recline migrate\` applies them; so does the server when it starts.`;
      return { json: { versions, migrations }, text: paragraphs(facts, missing) };
    }
    const now = await figures.one(pool);
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
