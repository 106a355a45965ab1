import {
  type CallFault,
  type NoticeFault,
  type Operation,
  providerNames,
} from '@recline/provider-simulator/core/faults';
import type { FaultName } from '@recline/simulator/faults';
import type { Random } from '../server/src/demo/random.ts';
import type { Action, ChairTrick, GuestTrick, Kind, PayerTrick, Payment, PaymentMethod, Shape } from './actions.ts';
import { goodNetwork, type NetworkConditions } from './mqtt-proxy.ts';

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

/** What a call to a provider meets: not accepted, accepted and not answered, or answered by a stranger. */
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

const guestTricks = ['pays for another', 'foreign orders', 'floods', 'logs out and in'] as const satisfies GuestTrick[];
const payerTricks = [
  'our number',
  'another product',
  'another currency',
  'forged',
  'wrong amount',
  'pays again',
] as const satisfies PayerTrick[];
const chairTricks = [
  'false progress',
  'foreign order',
  'repeated and late',
  'boots',
  'floods',
  'runs',
  'breaks',
] as const satisfies ChairTrick[];

function drawCallFault(random: Random) {
  const operation = random.pick(operations);
  const fault = operation === 'refund' && random.number() < 0.3 ? 'notEnough' : random.pick(callFaults);
  return { provider: random.pick(providerNames), operation, fault, times: random.between(1, 2) } as const;
}

/** An action of this kind. */
export function draw(kind: Kind, random: Random, shape: Shape): Action {
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
    'hostile guest': () => ({ do: 'hostile guest', chair, trick: random.pick(guestTricks) }),
    'hostile payer': () => ({
      do: 'hostile payer',
      chair,
      provider: random.pick(providerNames),
      trick: random.pick(payerTricks),
    }),
    'hostile chair': () => ({ do: 'hostile chair', chair, trick: random.pick(chairTricks) }),
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
