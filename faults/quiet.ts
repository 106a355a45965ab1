import { setTimeout as sleep } from 'node:timers/promises';
import { openStatuses } from '@recline/contract/values';
import { sqlList } from '../server/src/platform/rows.ts';
import { fairWeather } from './mqtt-proxy.ts';
import type { Scene } from './scene.ts';

const patience = 60_000;
const lookEvery = 70;
const unheardFor = 4_000;

/** All trouble ends: the network is fair, the database answers, a server runs, every chair does as it should. */
export async function endTrouble({ slot, chairs, busy }: Scene): Promise<void> {
  await Promise.all(busy);
  Object.assign(slot.mqtt.weather, fairWeather);
  slot.mqtt.cutLossy();
  slot.database.refusing = false;
  slot.database.loseCommits(0);
  await slot.up();
  for (const { chair } of chairs) {
    chair.faults.clear();
    chair.repair();
  }
}

interface Unsettled {
  starting: number;
  owed: number;
  undecided: number;
  unavailable: number;
  running: string[];
}

/** What has a deadline of seconds: starts, refunds, payments that the provider knows of, chairs that are there. */
const unsettled = `SELECT
  (SELECT count(*) FROM orders WHERE outlet_id = $1 AND status = 'starting') AS starting,
  (SELECT count(*) FROM refunds r JOIN orders o ON o.id = r.order_id
     WHERE o.outlet_id = $1 AND r.state NOT IN ('done', 'failed')) AS owed,
  (SELECT count(*) FROM payment_attempts a JOIN orders o ON o.id = a.order_id
     JOIN sandbox_payments s ON s.number = a.number
     WHERE o.outlet_id = $1 AND a.state = 'open' AND s.status <> 'open') AS undecided,
  (SELECT count(*) FROM devices WHERE outlet_id = $1 AND (fault_code IS NOT NULL OR NOT online)) AS unavailable,
  ARRAY(SELECT id::text FROM orders WHERE outlet_id = $1 AND status = 'running' AND type <> 'coin') AS running`;

/** Waits until nothing moves any more. What is not done and has not changed for long is told: it is stuck. */
export async function untilQuiet(scene: Scene): Promise<string[]> {
  const begun = Date.now();
  let [last, changedAt] = ['', begun];
  for (let helped = false; ; await sleep(lookEvery)) {
    const moving = await stillMoving(scene);
    if (moving.length === 0) return [];
    if (moving.join() !== last) [last, changedAt] = [moving.join(), Date.now()];
    if (Date.now() > changedAt + patience) return moving.map((what) => `nothing is stuck past its deadline: ${what}`);
    if (helped || Date.now() < begun + unheardFor) continue;
    helped = true;
    await reconnectUnheard(scene);
  }
}

/**
 * A confirmation may be lost with a connection. The chair keeps what it is about until it next reconnects, and
 * nothing depends on it: then it may as well do so now. An event that is not stored gets no such help.
 */
async function reconnectUnheard({ slot, chairs }: Scene): Promise<void> {
  for (const { chair } of chairs) {
    const waiting = chair.memory.journal.map(({ eventId }) => eventId);
    const stored = 'SELECT FROM device_events WHERE device_id = $1 AND event_id = ANY($2)';
    const { rowCount } = await slot.pool.query(stored, [chair.deviceId, waiting]);
    if (waiting.length === 0 || rowCount !== waiting.length) continue;
    slot.unheard += 1;
    await chair.connect();
  }
}

async function stillMoving({ slot, outlet, chairs }: Scene): Promise<string[]> {
  const { rows } = await slot.pool.query<Unsettled>({ name: 'unsettled', text: unsettled, values: [outlet.id] });
  const [now] = rows;
  if (!now) throw new Error('nothing was counted');
  const moving: string[] = [];
  if (now.starting > 0) moving.push(`${now.starting} orders are starting`);
  if (now.owed > 0) moving.push(`${now.owed} refunds are due`);
  if (now.undecided > 0) moving.push(`${now.undecided} payments are decided at the provider and not here`);
  if (now.unavailable > 0) moving.push(`${now.unavailable} chairs that are well count as offline or broken`);
  const running = new Set(now.running);
  for (const { chair, quick } of chairs) {
    const { journal, run } = chair.memory;
    if (!chair.connected) moving.push(`${chair.deviceId} is not connected`);
    if (chair.upToSomething) moving.push(`${chair.deviceId} is about to do something`);
    if (journal.length > 0) moving.push(`${chair.deviceId} waits for ${journal.length} confirmations`);
    if (run && quick) moving.push(`${chair.deviceId} runs ${run.orderId}`);
    if (run && !run.byCoin && !running.delete(run.orderId))
      moving.push(`${chair.deviceId} runs ${run.orderId}, which is over`);
  }
  for (const orderId of running) moving.push(`order ${orderId} is running, its chair is not`);
  return moving;
}

const hours = 3 * 3600_000;

/** Hours go by on the server's clock. Whatever is still open then is left for the invariants to find. */
export async function letTimePass({ slot, outlet }: Scene): Promise<void> {
  const server = await slot.up();
  await server.setAhead(hours);
  const active = `SELECT FROM orders WHERE outlet_id = $1 AND status IN (${sqlList(openStatuses)})`;
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(lookEvery)) {
    const { rowCount } = await slot.pool.query({ name: 'active', text: active, values: [outlet.id] });
    if (rowCount === 0) break;
  }
  await server.setAhead(0);
}
