import type { OrderStatus } from '@recline/contract/dictionary';
import type { Facts, OrderFact, PaymentFact } from './facts.ts';

/** A promise of the product, and what breaks it in the facts: a sentence each. */
export interface Invariant {
  name: string;
  broken(facts: Facts): string[];
}

const active: OrderStatus[] = ['pending', 'starting', 'running'];
const counted: OrderStatus[] = ['running', 'finished'];
const givenUp: OrderStatus[] = ['failed', 'cancelled'];
const is = (statuses: OrderStatus[]) => (order: OrderFact) => statuses.includes(order.status);

const groupBy = <T>(items: T[], key: (item: T) => string | null): [string, T[]][] => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups];
};
const name = (order: OrderFact) => `order ${order.id} (${order.type}, ${order.status})`;
const moneyOf = ({ payments }: Facts, order: OrderFact) => {
  const rows = payments.filter(({ orderId }) => orderId === order.id);
  const of = (kind: PaymentFact['kind']) => rows.filter((row) => row.kind === kind);
  return { paid: of('paid'), due: of('refund_due'), refunded: of('refunded'), rows };
};

const oneOrderAChair: Invariant = {
  name: 'no chair has two orders',
  broken({ orders }) {
    const holding = groupBy(orders.filter(is(active)), ({ deviceId }) => deviceId)
      .filter(([, several]) => several.length > 1)
      .map(([deviceId, several]) => `chair ${deviceId} has ${several.map(name).join(' and ')}`);
    return [...holding, ...groupBy(orders, ({ deviceId }) => deviceId).flatMap(([, ofChair]) => overlaps(ofChair))];
  },
};

/** Orders whose times on one chair overlap. Coins may: money is never dropped for the sake of this. */
function overlaps(orders: OrderFact[]): string[] {
  const ran = orders.filter((order) => order.startedAt !== null && order.type !== 'coin');
  const span = ({ startedAt, endedAt, endsAt }: OrderFact) =>
    [startedAt, endedAt ?? endsAt].map((text) => Date.parse(text ?? '')) as [number, number];
  return ran.flatMap((one, index) =>
    ran.slice(index + 1).flatMap((other) => {
      const [[from, to], [otherFrom, otherTo]] = [span(one), span(other)];
      const together = Math.min(to, otherTo) - Math.max(from, otherFrom);
      return together > 0 ? [`${name(one)} and ${name(other)} ran at once on ${one.deviceId} for ${together} ms`] : [];
    }),
  );
}

const paidForSomething: Invariant = {
  name: 'no paid order is without a run or exactly one refund',
  broken(facts) {
    return facts.orders.flatMap((order) => {
      const { paid, due, refunded } = moneyOf(facts, order);
      const came = paid.length > 0;
      const ran = counted.includes(order.status) && order.startedAt !== null;
      if (came && !ran && refunded.length !== 1)
        return [`${name(order)} was paid, did not run and was refunded ${refunded.length} times`];
      if (order.status === 'refunded' && order.amount > 0 && refunded.length !== 1)
        return [`${name(order)} was refunded ${refunded.length} times`];
      if (ran && due.length + refunded.length > 0) return [`${name(order)} ran and was refunded all the same`];
      if (ran && order.amount > 0 && !came && !order.paidBefore) return [`${name(order)} ran and nobody paid`];
      return [];
    });
  },
};

const providerAgrees: Invariant = {
  name: "the provider's book and ours agree",
  broken(facts) {
    return facts.provider.flatMap(({ orderId, status, amount }) => {
      const order = facts.orders.find(({ id }) => id === orderId);
      if (!order) return [`the provider knows order ${orderId}, we do not`];
      const { paid, refunded } = moneyOf(facts, order);
      const theirs = status === 'paid' || status === 'refunded';
      if (theirs !== (paid.length === 1))
        return [`${name(order)} is ${status} at the provider, and paid ${paid.length} times here`];
      if ((status === 'refunded') !== (refunded.length === 1)) {
        return [`${name(order)} is ${status} at the provider, and refunded ${refunded.length} times here`];
      }
      return amount === order.amount ? [] : [`${name(order)} costs ${amount} at the provider and ${order.amount} here`];
    });
  },
};

const ledgerAddsUp: Invariant = {
  name: 'the book of money adds up',
  broken(facts) {
    return facts.orders.flatMap((order) => {
      const { paid, due, refunded, rows } = moneyOf(facts, order);
      const wrong: string[] = [];
      if ([paid, due, refunded].some((several) => several.length > 1))
        wrong.push(`${name(order)} has a movement twice`);
      if (rows.some((row) => row.amount !== order.amount || row.currency !== order.currency))
        wrong.push(`${name(order)} has a movement of another amount`);
      if (refunded.length > due.length) wrong.push(`${name(order)} was refunded though nothing was due`);
      if (due.length > paid.length && !order.paidBefore) wrong.push(`${name(order)} is owed money that never came`);
      const left = paid.length - refunded.length;
      const takings = counted.includes(order.status) && order.amount > 0 ? 1 : 0;
      if (!order.paidBefore && left !== takings)
        wrong.push(`${name(order)} keeps ${left} payments where ${takings} belong`);
      return wrong;
    });
  },
};

const coinsCount: Invariant = {
  name: 'no coin is lost or counted twice',
  broken({ chairs, devices, orders, events }) {
    return chairs.flatMap(({ deviceId, written, totalCoins }) => {
      const wrong: string[] = [];
      const coins = written.filter((event) => event.type === 'coin');
      const coinOrders = orders.filter((order) => order.deviceId === deviceId && order.type === 'coin');
      for (const coin of coins) {
        const stored = events.filter((event) => event.deviceId === deviceId && event.eventId === coin.eventId);
        const order = coinOrders.find(({ id }) => id === stored[0]?.orderId);
        if (order?.amount !== coin.amount) wrong.push(`coin ${coin.eventId} of ${deviceId} has no order of its amount`);
      }
      if (coinOrders.length !== coins.length)
        wrong.push(`${deviceId} took ${coins.length} coins and has ${coinOrders.length} coin orders`);
      const device = devices.find((each) => each.deviceId === deviceId);
      if (device?.totalCoins !== totalCoins || device.coinDifference !== 0) {
        wrong.push(
          `${deviceId} counted ${totalCoins} coins; we have ${device?.totalCoins}, ${device?.coinDifference} of them missing`,
        );
      }
      return wrong;
    });
  },
};

const couponsOnce: Invariant = {
  name: 'no coupon is used twice or lost',
  broken({ orders, coupons }) {
    return coupons.flatMap(({ no, voided, issuedFor }) => {
      const uses = orders.filter((order) => order.couponNo === no || order.cashCouponNo === no);
      const good = uses.filter((order) => !givenUp.includes(order.status));
      if (good.length > 1) return [`coupon ${no} was used by ${good.map(name).join(' and ')}`];
      // A coupon issued for one order against cash ends with it: the cash went back.
      const ended = issuedFor !== null && good.length === 0;
      if (voided !== ended)
        return [`coupon ${no} is ${voided ? 'worthless' : 'still good'} after ${uses.map(name).join(', ')}`];
      return [];
    });
  },
};

const statisticsAreOrders: Invariant = {
  name: 'the statistics are the orders',
  broken({ orders, figures }) {
    const ran = orders.filter(is(counted));
    const sum = (wanted: (order: OrderFact) => boolean) =>
      ran.filter(wanted).reduce((total, order) => total + order.amount, 0);
    const online = sum((order) => order.type === 'online');
    const expected = JSON.stringify({ orders: ran.length, online, cash: sum((order) => order.type !== 'online') });
    return Object.entries(figures)
      .filter(([, found]) => JSON.stringify(found) !== expected)
      .map(([which, found]) => `${which}: ${JSON.stringify(found)}, the orders: ${expected}`);
  },
};

const chairsAgree: Invariant = {
  name: 'what a chair did and what we say it did agree',
  broken({ chairs, orders, events }) {
    return chairs.flatMap(({ deviceId, written, waiting, runs }) => {
      const wrong: string[] = [];
      if (waiting > 0) wrong.push(`${deviceId} still waits for ${waiting} confirmations`);
      const stored = new Set(events.filter((event) => event.deviceId === deviceId).map((event) => event.eventId));
      for (const event of written)
        if (!stored.has(event.eventId)) wrong.push(`${event.type} ${event.eventId} of ${deviceId} is not stored`);
      const began = new Set(written.flatMap((event) => (event.type === 'started' ? [event.orderId] : [])));
      for (const order of orders.filter((each) => each.deviceId === deviceId && each.type !== 'coin')) {
        if (order.startedAt !== null && !began.has(order.id))
          wrong.push(`${name(order)} is said to have run; ${deviceId} never did`);
        if (runs === order.id && !counted.includes(order.status)) wrong.push(`${deviceId} runs ${name(order)}`);
      }
      return wrong;
    });
  },
};

const promisesKept: Invariant = {
  name: 'what people were told is true',
  broken({ orders, told, payments }) {
    const byId = new Map(orders.map((order) => [order.id, order]));
    const wrong = [...told.faulty];
    for (const { accountId, requestId, answers } of told.asked) {
      const made = orders.filter((order) => order.placedBy === accountId && order.requestId === requestId);
      if (made.length > 1) wrong.push(`request ${requestId} made ${made.map(name).join(' and ')}`);
      for (const { code, orderId, status } of answers) {
        if (code === 200 && made[0]?.id !== orderId) wrong.push(`order ${orderId} was promised and is not there`);
        if (code === 200 && status === 'running' && made[0]?.startedAt === null)
          wrong.push(`${name(made[0])} was said to run`);
        if (code === 20206 && made[0]?.status !== 'failed')
          wrong.push(`request ${requestId} was told that the chair did not start: ${made.map(name).join()}`);
      }
    }
    for (const id of told.stopped) {
      const order = byId.get(id);
      if (!order || active.includes(order.status)) wrong.push(`order ${id} was said to be stopped: ${order?.status}`);
    }
    for (const id of told.refunded)
      if (byId.get(id)?.status !== 'refunded') wrong.push(`order ${id} was said to be refunded`);
    for (const id of told.noticed) {
      if (!payments.some(({ orderId, kind }) => orderId === id && kind === 'paid'))
        wrong.push(`the payment of order ${id} was noticed and forgotten`);
    }
    return wrong;
  },
};

const nothingStuck: Invariant = {
  name: 'nothing is stuck past its deadline',
  broken(facts) {
    const stuck = facts.orders.filter(is(['starting'])).map((order) => `${name(order)} is still starting`);
    const owed = facts.orders.filter((order) => {
      const { due, refunded } = moneyOf(facts, order);
      return due.length > refunded.length;
    });
    return [...stuck, ...owed.map((order) => `${name(order)} still awaits its refund`)];
  },
};

/** What holds once it is quiet. */
export const invariants: Invariant[] = [
  oneOrderAChair,
  paidForSomething,
  providerAgrees,
  ledgerAddsUp,
  coinsCount,
  couponsOnce,
  statisticsAreOrders,
  chairsAgree,
  promisesKept,
  nothingStuck,
];

/** What holds hours later, when every order's time is over. */
export const allOver: Invariant = {
  name: 'every order ends',
  broken: ({ orders }) => orders.filter(is(active)).map((order) => `${name(order)} is not over after hours`),
};

export const brokenIn = (facts: Facts, checked: Invariant[] = invariants): string[] =>
  checked.flatMap(({ name: promise, broken }) => broken(facts).map((what) => `${promise}: ${what}`));
