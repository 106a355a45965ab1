import { randomOf } from '../server/src/demo/random.ts';
import type { Kind, Schedule, Step } from './actions.ts';
import { draw } from './draws.ts';

/** Attacks are added to all other actions. */
const hostileKinds = ['hostile guest', 'hostile payer', 'hostile chair'] as const satisfies Kind[];
const mostHostile = 5;

type UsualKind = Exclude<Kind, (typeof hostileKinds)[number]>;

/** How often each action occurs, before a schedule's own weights. */
const baseWeights: Record<UsualKind, number> = {
  start: 30,
  stop: 6,
  refund: 7,
  coin: 8,
  reboot: 3,
  unplug: 3,
  break: 1.5,
  misbehave: 9,
  cut: 3,
  network: 5,
  'database cut': 1.5,
  'database refuses': 1,
  'database stalls': 1,
  'commits lost': 2,
  'statements cancelled': 1.5,
  'orders locked': 0.7,
  'provider fails': 4,
  'notices fail': 3,
  'refunds wait': 4,
  crash: 0.5,
};

/** Faults within milliseconds of a start, where most defects occur. */
const aimedAtStarts = [
  'cut',
  'unplug',
  'reboot',
  'database cut',
  'commits lost',
  'statements cancelled',
  'crash',
  'stop',
] as const;

const maxCrashes = 2;
const durationMs = 1_300;

/** A seed always gives the same schedule. */
export function makeSchedule(seed: number): Schedule {
  const random = randomOf(`schedule ${seed}`);
  const chairs = Array.from({ length: random.between(1, 4) }, () => ({ quick: random.number() < 0.75 }));
  const shape = {
    seed,
    chairs,
    consumers: random.between(2, 4),
    freeCoupons: random.between(1, 2),
    discounts: random.between(1, 2),
    cashCoupons: random.between(1, 3),
  };
  const weights = (Object.entries(baseWeights) as [UsualKind, number][]).map(
    ([kind, weight]) => [kind, kind === 'start' ? weight : weight * random.pick([0, 0.4, 1, 3])] as const,
  );
  const steps: Step[] = [];
  const count = random.between(8, 26);
  const add = (kind: Kind, at: number) => {
    if (kind === 'crash' && steps.filter((step) => step.do === 'crash').length >= maxCrashes) return;
    steps.push({ at, ...draw(kind, random, shape) });
  };
  while (steps.length < count) {
    const at = random.between(0, durationMs);
    const kind = random.weighted(weights);
    add(kind, at);
    if (kind === 'start' && random.number() < 0.25) add(random.pick(aimedAtStarts), at + random.between(0, 45));
  }
  const hostile = randomOf(`hostile ${seed}`);
  for (let left = hostile.between(0, mostHostile); left > 0; left -= 1) {
    const at = hostile.between(0, durationMs);
    steps.push({ at, ...draw(hostile.pick(hostileKinds), hostile, shape) });
  }
  return { ...shape, steps: steps.sort((one, other) => one.at - other.at) };
}
