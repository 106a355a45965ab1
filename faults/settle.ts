import { setTimeout as sleep } from 'node:timers/promises';
import { countedStatuses, openStatuses } from '@recline/contract/values';
import { closeRefundAsAdmin } from '../server/src/features/orders/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { sqlList } from '../server/src/platform/rows.ts';
import type { Environment } from './environment.ts';
import { goodNetwork } from './mqtt-proxy.ts';
import { paymentStory } from './payment-story.ts';
import type { Scene } from './scene.ts';

const timeoutMs = 60_000;
const pollEveryMs = 70;
const unacknowledgedAfterMs = 4_000;
const resendEveryMs = 5_000;

/** Ends all faults: network, database and providers work, a server runs, every chair is repaired. */
export async function endFaults({ environment, chairs, busy, hostile }: Scene): Promise<void> {
  await Promise.all(busy);
  Object.assign(environment.mqtt.network, goodNetwork);
  environment.mqtt.cutLossy();
  environment.database.refusing = false;
  environment.database.loseCommits(0);
  environment.providers.faults.clear();
  environment.providers.stripe.pruneKeys(); // the provider repeats a failure for a day
  await environment.up();
  for (const { chair } of chairs) {
    chair.faults.clear();
    chair.repair();
  }
  const stored = 'SELECT FROM device_events WHERE device_id = $1 AND event_id = $2';
  await hostile.chair.quieten(async (...event) => (await environment.pool.query(stored, event)).rowCount === 1);
}

interface Unsettled {
  starting: number;
  owed: number;
  undecided: number;
  unavailable: number;
  running: string[];
  /**
   * Numbers of payments that are undecided as far as we know, and that the provider can be asked about. Stripe knows a
   * payment by its own id: until that arrives, only a notice can decide it.
   */
  open: string[];
  /** Numbers of the payments in our ledger. */
  recorded: string[];
  /** The numbers that differences concern. */
  differences: string[];
  /** Refunds that a provider refused. */
  refused: RefusedRefund[];
}

interface RefusedRefund {
  id: number;
  /** Its order ran and was not refunded in full. */
  orderCounts: boolean;
}

/** Everything that is settled within seconds: starts, refunds, payments decided at the provider, presence of chairs. */
const unsettled = `SELECT
  (SELECT count(*) FROM orders WHERE outlet_id = $1 AND status = 'starting') AS starting,
  (SELECT count(*) FROM refunds r JOIN orders o ON o.id = r.order_id
     WHERE o.outlet_id = $1 AND r.state NOT IN ('done', 'failed')) AS owed,
  (SELECT count(*) FROM payment_attempts a JOIN orders o ON o.id = a.order_id
     JOIN sandbox_payments s ON s.number = a.number
     WHERE o.outlet_id = $1 AND a.state = 'open' AND s.status <> 'open') AS undecided,
  (SELECT count(*) FROM devices WHERE outlet_id = $1 AND id <> $2 AND (fault_code IS NOT NULL OR NOT online)) AS unavailable,
  ARRAY(SELECT id::text FROM orders WHERE outlet_id = $1 AND status = 'running' AND type <> 'coin'
     AND device_id <> $2) AS running,
  ARRAY(SELECT number FROM payment_attempts a JOIN orders o ON o.id = a.order_id
     WHERE o.outlet_id = $1 AND a.state = 'open' AND (a.provider <> 'stripe' OR a.provider_ref IS NOT NULL)) AS open,
  ARRAY(SELECT a.number FROM ledger l JOIN payment_attempts a ON a.id = l.attempt_id JOIN orders o ON o.id = l.order_id
     WHERE o.outlet_id = $1 AND l.kind = 'paid') AS recorded,
  ARRAY(SELECT subject FROM payment_differences) AS differences,
  (SELECT coalesce(json_agg(json_build_object('id', r.id, 'orderCounts',
       o.status IN (${sqlList(countedStatuses)}) AND NOT r.surplus)), '[]')
     FROM refunds r JOIN orders o ON o.id = r.order_id
     WHERE o.outlet_id = $1 AND r.state = 'failed' AND r.closed_at IS NULL) AS refused`;

interface Expected {
  /** Providers resend notices until the server accepts them: then every payment is recorded, even of a cancelled order. */
  resendNotices: boolean;
}

/** Waits until everything has settled. Returns the items that have not changed for too long: they are stuck. */
export async function untilSettled(scene: Scene, expected: Expected): Promise<string[]> {
  const startedAt = Date.now();
  let [last, changedAt, sentAt] = ['', startedAt, 0];
  for (let helped = false; ; await sleep(pollEveryMs)) {
    if (expected.resendNotices && Date.now() >= sentAt + resendEveryMs) {
      sentAt = Date.now();
      await scene.environment.providers.notices.resend();
    }
    const moving = await findUnsettled(scene, expected);
    if (moving.length === 0) return [];
    if (moving.join() !== last) [last, changedAt] = [moving.join(), Date.now()];
    if (Date.now() > changedAt + timeoutMs) return describeStuck(scene, moving);
    if (helped || Date.now() < startedAt + unacknowledgedAfterMs) continue;
    helped = true;
    await reconnectUnacknowledged(scene);
  }
}

const notRecorded = (number: string) => `payment ${number} was made at its provider and is not recorded here`;

async function describeStuck(scene: Scene, moving: string[]): Promise<string[]> {
  const payments = scene.environment.providers.books().filter(({ number }) => moving.includes(notRecorded(number)));
  const stories = await Promise.all(payments.map(({ number }) => paymentStory(scene, number)));
  return [...moving.map((what) => `nothing is stuck past its deadline: ${what}`), ...stories.flat()];
}

/**
 * An acknowledgement may be lost with a connection. The chair then keeps the stored event until its next reconnect, which
 * is done here. A chair with an event that is not stored is not reconnected.
 */
async function reconnectUnacknowledged({ environment, chairs }: Scene): Promise<void> {
  for (const { chair } of chairs) {
    const waiting = chair.memory.journal.map(({ eventId }) => eventId);
    const stored = 'SELECT FROM device_events WHERE device_id = $1 AND event_id = ANY($2)';
    const { rowCount } = await environment.pool.query(stored, [chair.deviceId, waiting]);
    if (waiting.length === 0 || rowCount !== waiting.length) continue;
    environment.unacknowledged += 1;
    await chair.connect();
  }
}

async function findUnsettled(
  { environment, outlet, chairs, hostile }: Scene,
  { resendNotices }: Expected,
): Promise<string[]> {
  const { rows } = await environment.pool.query<Unsettled>({
    name: 'unsettled',
    text: unsettled,
    values: [outlet.id, hostile.chair.deviceId],
  });
  const [now] = rows;
  if (!now) throw new Error('no row was counted');
  const moving: string[] = [];
  const ours = environment.providers.books().filter(({ number }) => !hostile.foreignSales.has(number));
  for (const { number } of ours)
    if (now.open.includes(number) || (resendNotices && !now.recorded.includes(number)))
      moving.push(notRecorded(number));
  for (const refused of now.refused) {
    await closeAsStaff(environment, refused);
    moving.push(`refund ${refused.id} needed staff`);
  }
  for (const reference of hostile.foreignSales.values())
    if (resendNotices && reference !== undefined && !now.differences.includes(reference))
      moving.push(`a foreign sale under ${reference} is not listed`);
  if (now.starting > 0) moving.push(`${now.starting} orders are starting`);
  if (now.owed > 0) moving.push(`${now.owed} refunds are due`);
  if (now.undecided > 0) moving.push(`${now.undecided} payments are decided at the provider and not here`);
  if (now.unavailable > 0) moving.push(`${now.unavailable} chairs that are well count as offline or broken`);
  const running = new Set(now.running);
  for (const { chair, quick } of chairs) {
    const { journal, run } = chair.memory;
    if (!chair.connected) moving.push(`${chair.deviceId} is not connected`);
    if (chair.hasPendingWork) moving.push(`${chair.deviceId} has pending work`);
    if (journal.length > 0) moving.push(`${chair.deviceId} waits for ${journal.length} acknowledgements`);
    if (run && quick) moving.push(`${chair.deviceId} runs ${run.orderId}`);
    if (run && !run.byCoin && !running.delete(run.orderId))
      moving.push(`${chair.deviceId} runs ${run.orderId}, which is over`);
  }
  for (const orderId of running) moving.push(`order ${orderId} is running, its chair is not`);
  return moving;
}

/** Staff close every refund that a provider refused: most by paying by hand, some without paying. */
function closeAsStaff({ pool }: Environment, { id, orderCounts }: RefusedRefund) {
  const as = orderCounts && id % 2 === 0 ? 'not paid' : 'paid by hand';
  const admin = { pool, clock: systemClock, actor: 'staff' };
  return closeRefundAsAdmin(admin, id, { as, reason: 'the provider refused it' });
}

const hours = 3 * 3600_000;

/** Sets the clocks hours ahead, and waits until no order and no payment is open, or a timeout. */
export async function advanceClock({ environment, outlet }: Scene): Promise<void> {
  await environment.advanceBy(hours);
  const active = `SELECT FROM orders o WHERE outlet_id = $1 AND (status IN (${sqlList(openStatuses)})
    OR EXISTS (SELECT FROM payment_attempts a WHERE a.order_id = o.id AND a.state = 'open'))`;
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(pollEveryMs)) {
    const { rowCount } = await environment.pool.query({ name: 'active', text: active, values: [outlet.id] });
    if (rowCount === 0) break;
  }
  await environment.advanceBy(0);
}
