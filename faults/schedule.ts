import {
  type CallFault,
  type NoticeFault,
  type Operation,
  type ProviderName,
  providerNames,
  type RefundFate,
} from '@recline/provider-simulator/core/faults';
import type { FaultName } from '@recline/simulator/faults';
import { type Random, randomOf } from '../server/src/demo/random.ts';
import { goodNetwork, type NetworkConditions } from './mqtt-proxy.ts';

/**
 * How the payment and its notice proceed. `overtaking`: the notice comes before prepay answers; `both`: two attempts are
 * both paid; `closed`: the payer gives up, and the money arrives all the same.
 */
export type Payment =
  | 'now'
  | 'twice'
  | 'late'
  | 'lost'
  | 'repeated'
  | 'overtaking'
  | 'both'
  | 'closed'
  | 'declined'
  | 'abandoned';

/** Where a guest pays; all but the sandbox are played by the provider simulator. */
type PaidAt = ProviderName | 'sandbox';

/** How an order is paid; coupons are indexes. */
export type PaymentMethod =
  | { how: 'counter' }
  | { how: 'cash coupon'; coupon: number }
  | { how: 'coupon'; coupon: number; at: PaidAt; payment: Payment; after: number }
  | { how: 'online'; at: PaidAt; payment: Payment; after: number };

/** One action; chairs and people are indexes, times are in milliseconds. */
export type Action =
  | {
      do: 'start';
      chair: number;
      person: number;
      price: number;
      method: PaymentMethod;
      tries: number;
      duplicates: number;
    }
  | { do: 'stop'; chair: number; by: 'owner' | 'manager' }
  | { do: 'refund'; chair: number /** Of the amount; all that is left if undefined. */; share: number | undefined }
  | { do: 'coin'; chair: number; coins: number; when: 'now' | 'earlier' }
  | { do: 'reboot'; chair: number; for: number }
  | { do: 'unplug'; chair: number; for: number }
  | { do: 'break'; chair: number; for: number }
  | { do: 'misbehave'; chair: number; fault: FaultName; for: number }
  | { do: 'cut'; chair: number | undefined }
  | { do: 'network'; network: NetworkConditions; for: number }
  | { do: 'database cut' }
  | { do: 'database refuses'; for: number }
  | { do: 'database stalls'; for: number }
  | { do: 'commits lost'; count: number }
  | { do: 'statements cancelled' }
  | { do: 'orders locked'; for: number }
  | { do: 'provider fails'; provider: ProviderName; operation: Operation; fault: CallFault; times: number }
  | { do: 'notices fail'; provider: ProviderName; fault: NoticeFault; times: number }
  | { do: 'refunds wait'; fate: RefundFate; afterMs: number }
  | { do: 'crash'; downFor: number };

export type Step = { at: number } & Action;
type Kind = Action['do'];

export interface Schedule {
  seed: number;
  chairs: { /** Its runs end within the schedule. */ quick: boolean }[];
  consumers: number;
  /** The number of free coupons and of discounts; in this order in the list of coupons. */
  freeCoupons: number;
  discounts: number;
  cashCoupons: number;
  steps: Step[];
}

/** How often each action occurs, before a schedule's own weights. */
const baseWeights: Record<Kind, number> = {
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

/** Faults within milliseconds of a start, where most defects are. */
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
  const weights = (Object.entries(baseWeights) as [Kind, number][]).map(
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
  return { ...shape, steps: steps.sort((one, other) => one.at - other.at) };
}

type Shape = Omit<Schedule, 'steps'>;

const misbehaviours = [
  'refuses',
  'ignores',
  'acksOnly',
  'startsLate',
  'duplicates',
  'dropsInTheMiddle',
  'powerCut',
  'wrongClock',
] as const satisfies FaultName[];

/** With a call to a provider: not accepted, accepted and not answered, or answered by a stranger. */
const callFaults = [
  'limited',
  'failed',
  'failedAfter',
  'html',
  'htmlAfter',
  'lostRequest',
  'lostAnswer',
  'badSignature',
  'unsigned',
] as const satisfies CallFault[];
const operations = ['prepay', 'query', 'close', 'refund', 'refundQuery', 'any'] as const satisfies Operation[];
const noticeFaults = ['twice', 'late', 'never', 'forged', 'signTest', 'unknownSerial'] as const satisfies NoticeFault[];

function drawCallFault(random: Random) {
  const operation = random.pick(operations);
  const fault = operation === 'refund' && random.number() < 0.3 ? 'notEnough' : random.pick(callFaults);
  return { provider: random.pick(providerNames), operation, fault, times: random.between(1, 2) } as const;
}

function draw(kind: Kind, random: Random, shape: Shape): Action {
  const chair = random.between(0, shape.chairs.length - 1);
  const someTime = () => random.between(50, 700);
  const draws: { [K in Kind]: () => Extract<Action, { do: K }> } = {
    start: () => ({ do: 'start', chair, ...drawStart(random, shape) }),
    stop: () => ({ do: 'stop', chair, by: random.pick(['owner', 'manager']) }),
    refund: () => ({ do: 'refund', chair, share: random.pick([undefined, undefined, 0.01, 0.3, 0.5]) }),
    coin: () => ({ do: 'coin', chair, coins: random.between(1, 3), when: random.pick(['now', 'now', 'earlier']) }),
    reboot: () => ({ do: 'reboot', chair, for: someTime() }),
    unplug: () => ({ do: 'unplug', chair, for: someTime() }),
    break: () => ({ do: 'break', chair, for: someTime() }),
    misbehave: () => ({ do: 'misbehave', chair, fault: random.pick(misbehaviours), for: someTime() }),
    cut: () => ({ do: 'cut', chair: random.number() < 0.3 ? undefined : chair }),
    network: () => ({ do: 'network', network: drawNetwork(random), for: someTime() }),
    'database cut': () => ({ do: 'database cut' }),
    'database refuses': () => ({ do: 'database refuses', for: someTime() }),
    'database stalls': () => ({ do: 'database stalls', for: someTime() }),
    'commits lost': () => ({ do: 'commits lost', count: random.between(1, 3) }),
    'statements cancelled': () => ({ do: 'statements cancelled' }),
    'orders locked': () => ({ do: 'orders locked', for: someTime() }),
    'provider fails': () => ({ do: 'provider fails', ...drawCallFault(random) }),
    'notices fail': () => ({
      do: 'notices fail',
      provider: random.pick(providerNames),
      fault: random.pick(noticeFaults),
      times: random.between(1, 2),
    }),
    'refunds wait': () => ({
      do: 'refunds wait',
      fate: random.pick(['done', 'stuck', 'failed']),
      afterMs: random.between(50, 600),
    }),
    crash: () => ({ do: 'crash', downFor: random.between(0, 200) }),
  };
  return draws[kind]();
}

function drawStart(random: Random, shape: Shape) {
  const person = random.between(0, shape.consumers - 1);
  const payment = random.weighted<Payment>([
    ['now', 5],
    ['twice', 2],
    ['late', 2],
    ['lost', 3],
    ['repeated', 2],
    ['overtaking', 2],
    ['both', 3],
    ['closed', 2],
    ['declined', 2],
    ['abandoned', 2],
  ]);
  const after = random.between(0, 400);
  const at = random.pick(['sandbox', ...providerNames] as const);
  const coupon = random.between(0, shape.freeCoupons + shape.discounts - 1);
  const method = random.weighted<PaymentMethod>([
    [{ how: 'counter' }, 3],
    [{ how: 'cash coupon', coupon: random.between(0, shape.cashCoupons - 1) }, 2],
    [{ how: 'coupon', coupon, at, payment, after }, 3],
    [{ how: 'online', at, payment, after }, 8],
  ]);
  const tries = random.pick([1, 3, 8]);
  return { person, price: random.between(0, 2), method, tries, duplicates: random.pick([0, 0, 0, 1, 2]) };
}

function drawNetwork(random: Random): NetworkConditions {
  const kinds: Partial<NetworkConditions>[] = [
    { delay: random.between(5, 250) },
    { repeat: 0.5 },
    { swap: 0.5 },
    { repeat: 0.3, swap: 0.3, delay: random.between(0, 60) },
    { swallow: 'up' },
    { swallow: 'down' },
  ];
  return { ...goodNetwork, ...kinds[random.between(0, kinds.length - 1)] };
}
