import type { Schedule } from './actions.ts';
import type { Environment } from './environment.ts';
import type { Facts } from './facts.ts';

/** Counts of what happened, to show that the faults took effect. */
export type Counts = Record<string, number>;

export function add(total: Counts, more: Counts): void {
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count;
}

/** The counts of an environment and, with a schedule's facts, of its results. */
export function countsOf(
  { crashes, unacknowledged, mqtt, database }: Environment,
  facts?: Facts,
  schedule?: Schedule,
): Counts {
  const counts: Counts = {
    'server crashes': crashes,
    'acknowledgements lost at first': unacknowledged,
    'chair connections cut': mqtt.counts.cut,
    'messages delayed': mqtt.counts.delayed,
    'messages repeated': mqtt.counts.repeated,
    'messages reordered': mqtt.counts.swapped,
    'messages swallowed': mqtt.counts.swallowed,
    'database connections cut': database.counts.cut,
    'database connections refused': database.counts.refused,
    'commits with a lost answer': database.counts.lostCommits,
  };
  if (!facts || !schedule) return counts;
  const count = (name: string, many = 1) => add(counts, { [name]: many });
  for (const step of schedule.steps) count('trick' in step ? `did: ${step.do}: ${step.trick}` : `did: ${step.do}`);
  for (const { status, type } of facts.orders) {
    count(`orders ${status}`);
    count(`orders by ${type}`);
  }
  for (const { kind } of facts.ledger) count(`money ${kind}`);
  for (const { provider, state } of facts.attempts) count(`${state} at ${provider}`);
  count('refunds closed by staff', facts.refunds.filter(({ closed }) => closed).length);
  for (const { type } of facts.events) count(`events ${type}`);
  for (const { written } of facts.chairs) {
    for (const event of written) if (event.type === 'coin') count('coins', event.coins);
  }
  for (const { answers } of facts.reported.starts) for (const { code } of answers) count(`starts answered ${code}`);
  const own = new Set(facts.chairs.map(({ deviceId }) => deviceId));
  count('events of hostile chairs', facts.events.filter(({ deviceId }) => !own.has(deviceId)).length);
  count('orders on hostile chairs', facts.orders.filter(({ deviceId }) => !own.has(deviceId)).length);
  count('foreign sales', facts.foreign.length);
  count('strangers refused', facts.reported.refused);
  count('orders stopped', facts.reported.stopped.length);
  count('orders refunded by hand', facts.reported.refunded.length);
  return counts;
}
